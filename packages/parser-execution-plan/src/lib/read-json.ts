import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentNode, type MapNode, maxDepth } from './document-node.ts'

/** Reads a JSON document with the positions of its values, or reports the first syntax error. */
export const readJson = (text: string): { node?: DocumentNode; issues: PlanIssue[] } => {
  const issues: PlanIssue[] = []
  let at = 0
  let line = 1
  let lineStart = 0
  let mistake: string | undefined

  const place = (): { line: number; column: number } => ({ line, column: at - lineStart + 1 })
  const fail = (message: string): never => {
    mistake = message
    throw new Error(message)
  }
  const skip = (): void => {
    for (; at < text.length; at++) {
      const character = text[at]
      if (character === '\n') {
        line++
        lineStart = at + 1
      } else if (character !== ' ' && character !== '\t' && character !== '\r') return
    }
  }
  const expect = (character: string, where: string): void => {
    if (text[at] !== character) fail(`"${character}" is missing ${where}`)
    at++
  }
  const readString = (): string => {
    const start = at
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length || text[at] === '\n') fail('a text is not closed')
      if (text[at] === '\\') at++
    }
    at++
    try {
      return JSON.parse(text.slice(start, at)) as string
    } catch {
      at = start
      return fail('a text holds a control character or an unknown escape')
    }
  }
  const readScalar = (): DocumentNode => {
    const start = place()
    if (text[at] === '"') return { kind: 'scalar', value: readString(), source: '', ...start }
    const from = at
    while (at < text.length && !' \t\r\n,]}:["{'.includes(text[at] ?? '')) at++
    const source = text.slice(from, at)
    try {
      const value = JSON.parse(source) as string | number | boolean | null
      return { kind: 'scalar', value, source, ...start }
    } catch {
      at = from
      return fail(source === '' ? 'a value is missing' : `"${source.slice(0, 40)}" is not a value`)
    }
  }
  const readMap = (depth: number): DocumentNode => {
    const node: MapNode = { kind: 'map', entries: new Map(), ...place() }
    at++
    skip()
    if (text[at] === '}') {
      at++
      return node
    }
    for (;;) {
      skip()
      const key = place()
      if (text[at] !== '"') fail('a key in double quotes is missing')
      const name = readString()
      skip()
      expect(':', 'after a key')
      const value = readValue(depth + 1)
      if (node.entries.has(name)) {
        issues.push({
          severity: 'error',
          code: 'PLAN_SYNTAX',
          message: `The key "${name}" is repeated.`,
          ...key,
        })
      } else node.entries.set(name, { key, value })
      skip()
      if (text[at] !== ',') break
      at++
    }
    expect('}', 'at the end of an object')
    return node
  }
  const readList = (depth: number): DocumentNode => {
    const node: DocumentNode = { kind: 'list', items: [], ...place() }
    at++
    skip()
    if (text[at] === ']') {
      at++
      return node
    }
    for (;;) {
      node.items.push(readValue(depth + 1))
      skip()
      if (text[at] !== ',') break
      at++
    }
    expect(']', 'at the end of a list')
    return node
  }
  const readValue = (depth: number): DocumentNode => {
    skip()
    if (depth > maxDepth) fail(`it is nested more than ${maxDepth} levels deep`)
    if (text[at] === '{') return readMap(depth)
    if (text[at] === '[') return readList(depth)
    return readScalar()
  }

  try {
    const node = readValue(1)
    skip()
    if (at < text.length) fail('something follows the document')
    return { node, issues }
  } catch (error) {
    if (mistake === undefined) throw error
    const message = `Invalid JSON: ${mistake}.`
    return { issues: [...issues, { severity: 'error', code: 'PLAN_SYNTAX', message, ...place() }] }
  }
}
