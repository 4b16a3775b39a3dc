import ts from 'typescript'
import type { SeedTag } from './seed-document.ts'

const tagLine = /^\s*\/\/ ?seeds?:(.*)$/
const testFunctions = new Set(['it', 'test', 'describe'])

/** Returns the title of a statement such as `it('title', ...)` or `it.each(rows)('title', ...)`. */
const titleOf = (node: ts.Node, source: ts.SourceFile): string | undefined => {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined
  let called: ts.Expression = node.expression
  while (!ts.isIdentifier(called)) {
    if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) called = called.expression
    else if (ts.isTaggedTemplateExpression(called)) called = called.tag
    else return undefined
  }
  if (!testFunctions.has(called.text)) return undefined
  const [title] = node.expression.arguments
  if (title === undefined) return undefined
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText(source).slice(1, -1) : undefined
}

/** Returns the titles of the tests of a file, by the line on which they begin, from 0. */
const titlesByLine = (file: string, text: string): Map<number, string> => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext)
  const titles = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    const title = titleOf(node, source)
    if (title !== undefined)
      titles.set(source.getLineAndCharacterOfPosition(node.getStart(source)).line, title)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/**
 * Finds the tags of a test file: comments such as `// seed: phased-execution 12, task-based-execution 3` on
 * the line above a test. Several lines of tags may follow one another. A fault names a comment that is not
 * such a list, or is not above a test.
 */
export const findSeedTags = (file: string, text: string): { tags: SeedTag[]; faults: string[] } => {
  const tags: SeedTag[] = []
  const faults: string[] = []
  const lines = text.split('\n')
  const tagged = lines.flatMap((line, index) => {
    const list = tagLine.exec(line)?.[1]
    return list === undefined ? [] : [{ index, list }]
  })
  if (tagged.length === 0) return { tags, faults }
  const titles = titlesByLine(file, text)
  for (const { index, list } of tagged) {
    let below = index + 1
    while (tagLine.test(lines[below] ?? '')) below += 1
    const title = titles.get(below)
    if (title === undefined) {
      faults.push(`${file}:${index + 1}: the line below the tag must begin a test.`)
      continue
    }
    for (const part of list.split(',')) {
      const [, document, number] = /^ ([a-z-]+) (\d+)$/.exec(part) ?? []
      if (document === undefined)
        faults.push(`${file}:${index + 1}: "${part.trim()}" must be a document and a number.`)
      else tags.push({ document, number: Number(number), file, title })
    }
  }
  return { tags, faults }
}
