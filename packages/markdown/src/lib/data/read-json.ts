import type { PlanIssue } from '@amelia/core/plugin'
import { printParseErrorCode, visit } from 'jsonc-parser'
import {
  type DocumentNode,
  type ListNode,
  type MapNode,
  maxNesting,
  type NodePlace,
} from './document-node.ts'
import { normalizeText } from '../words/normalize-text.ts'

const mistakes = new Map([
  ['InvalidSymbol', 'not a value'],
  ['InvalidNumberFormat', 'this is not a number'],
  ['PropertyNameExpected', 'a key in double quotes is missing'],
  ['ValueExpected', 'a value is missing'],
  ['ColonExpected', '":" is missing after a key'],
  ['CommaExpected', '"," is missing'],
  ['CloseBraceExpected', '"}" is missing at the end of an object'],
  ['CloseBracketExpected', '"]" is missing at the end of a list'],
  ['EndOfFileExpected', 'something follows the document'],
  ['InvalidCommentToken', 'comments are not part of it'],
  ['UnexpectedEndOfString', 'a text is not closed'],
  ['UnexpectedEndOfNumber', 'a number is not complete'],
  ['InvalidUnicode', 'a text holds an incomplete \\u escape'],
  ['InvalidEscapeCharacter', 'a text holds an unknown escape'],
  ['InvalidCharacter', 'a text holds a control character'],
])

/**
 * Reads a JSON document with the positions of its values, or reports the first syntax error. Lines may end in
 * any way.
 */
export const readJson = (source: string): { node?: DocumentNode; issues: PlanIssue[] } => {
  const text = normalizeText(source)
  const issues: PlanIssue[] = []
  const report = (message: string, line: number, column: number): void => {
    issues.push({ severity: 'error', code: 'PLAN_SYNTAX', message, line: line + 1, column: column + 1 })
  }
  const mistake = new Error('no JSON')
  const open: (MapNode | ListNode)[] = []
  /** The keys of the open objects whose values are still missing; null for a repeated key. */
  const keys: ({ name: string; place: NodePlace } | null)[] = []
  let root: DocumentNode | undefined

  const place = (node: DocumentNode): void => {
    const parent = open.at(-1)
    if (!parent) root = node
    else if (parent.kind === 'list') parent.items.push(node)
    else {
      const key = keys.at(-1)
      if (key) parent.entries.set(key.name, { key: key.place, value: node })
    }
  }
  const begin = (node: MapNode | ListNode): void => {
    place(node)
    open.push(node)
    keys.push(null)
    if (open.length <= maxNesting) return
    report(
      `The file is not a plan: it is nested more than ${maxNesting} levels deep.`,
      node.line - 1,
      node.column - 1,
    )
    throw mistake
  }
  const end = (): void => {
    open.pop()
    keys.pop()
  }
  try {
    visit(
      text,
      {
        onObjectBegin: (_offset, _length, line, column) =>
          begin({ kind: 'map', entries: new Map(), line: line + 1, column: column + 1 }),
        onArrayBegin: (_offset, _length, line, column) =>
          begin({ kind: 'list', items: [], line: line + 1, column: column + 1 }),
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty: (name, _offset, _length, line, column) => {
          const parent = open.at(-1)
          const isTwice = parent?.kind === 'map' && parent.entries.has(name)
          if (isTwice) report(`The key ${JSON.stringify(name.slice(0, 60))} is repeated.`, line, column)
          keys[keys.length - 1] = isTwice ? null : { name, place: { line: line + 1, column: column + 1 } }
        },
        onLiteralValue: (value: string | number | boolean | null, offset, length, line, column) => {
          const source = typeof value === 'number' ? text.slice(offset, offset + length) : ''
          place({ kind: 'scalar', value, source, line: line + 1, column: column + 1 })
        },
        onError: (error, _offset, _length, line, column) => {
          const reason = mistakes.get(printParseErrorCode(error)) ?? 'it cannot be read'
          report(`Invalid JSON: ${reason}.`, line, column)
          throw mistake
        },
      },
      { disallowComments: true },
    )
  } catch (error) {
    if (error !== mistake) throw error
    return { issues }
  }
  return { ...(root && { node: root }), issues }
}
