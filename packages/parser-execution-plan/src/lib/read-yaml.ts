import type { PlanIssue } from '@amelia/core/plugin'
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { type DocumentNode, type MapNode, maxDepth } from './document-node.ts'

const maxIssues = 20

/**
 * Reads a YAML document with the places of its values, or says where it is none.
 *
 * Anchors are refused: a plan that repeats itself by reference can be as long as it likes.
 */
export const readYaml = (text: string): { node?: DocumentNode; issues: PlanIssue[] } => {
  const issues: PlanIssue[] = []
  const lines = new LineCounter()
  const placeOf = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(Math.max(0, Math.min(offset, text.length)))
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const report = (message: string, offset: number): void => {
    if (issues.length >= maxIssues) return
    issues.push({ severity: 'error', code: 'PLAN_SYNTAX', message, ...placeOf(offset) })
  }
  const startOf = (node: unknown, fallback: number): number => {
    const range = (node as { range?: readonly number[] | null } | null)?.range
    return range?.[0] ?? fallback
  }
  const convert = (node: unknown, offset: number, depth: number): DocumentNode => {
    const start = startOf(node, offset)
    const place = placeOf(start)
    if (depth > maxDepth) {
      report(`This is nested more than ${maxDepth} levels deep.`, start)
    } else if (isMap(node)) {
      const map: MapNode = { kind: 'map', entries: new Map(), ...place }
      for (const { key, value } of node.items) {
        const at = startOf(key, start)
        if (!isScalar(key)) {
          report('A key is a word.', at)
          continue
        }
        const name = String(key.value)
        if (map.entries.has(name)) report(`The key "${name}" is there twice.`, at)
        else map.entries.set(name, { key: placeOf(at), value: convert(value, at, depth + 1) })
      }
      return map
    } else if (isSeq(node)) {
      return { kind: 'list', items: node.items.map((item) => convert(item, start, depth + 1)), ...place }
    } else if (isScalar(node)) {
      const { value, source } = node
      const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      return { kind: 'scalar', value: plain ? value : null, source: source ?? '', ...place }
    } else if (node !== null && node !== undefined) {
      report('Anchors and aliases are not read: write the value out.', start)
    }
    return { kind: 'scalar', value: null, source: '', ...place }
  }
  try {
    // Keys are compared in `convert`: the library compares each with all others.
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
    })
    for (const error of document.errors) report(`This is no YAML: ${sentence(error.message)}`, error.pos[0])
    if (issues.length > 0) return { issues }
    const node = convert(document.contents, 0, 1)
    return issues.length > 0 ? { issues } : { node, issues }
  } catch (error) {
    // The library goes down by calling itself; what is nested too deep for it ends here.
    report(error instanceof RangeError ? 'This is nested too deep.' : 'This is no YAML.', 0)
    return { issues }
  }
}

const sentence = (message: string): string => {
  const first = message.split('\n', 1)[0] ?? ''
  return first.endsWith('.') ? first : `${first}.`
}
