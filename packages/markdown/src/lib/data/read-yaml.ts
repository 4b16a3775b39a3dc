import type { PlanIssue } from '@amelia/core/plugin'
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml'
import { type DocumentNode, type MapNode, maxNesting, type NodePlace } from './document-node.ts'
import { normalizeText } from '../words/normalize-text.ts'
import { resolveScalar } from './resolve-scalar.ts'

const maxIssues = 20

/**
 * Reads a YAML document with the positions of its values, or reports the first syntax error. Lines may end in
 * any way.
 *
 * Reads the parser's events, so tags and merge keys construct nothing and aliases are not followed. Anchors
 * are rejected, because a plan with references could expand without limit.
 */
export const readYaml = (source: string): { node?: DocumentNode; issues: PlanIssue[] } => {
  const text = normalizeText(source)
  const issues: PlanIssue[] = []
  const placeOf = createPlaces(text)
  const report = (message: string, offset: number): void => {
    if (issues.length < maxIssues) {
      issues.push({ severity: 'error', code: 'PLAN_SYNTAX', message, ...placeOf(offset) })
    }
  }
  try {
    // The document is one level, and so is a key.
    const events = parseEvents(text, { maxDepth: maxNesting })
    const node = build(text, events, placeOf, report)
    return issues.length > 0 ? { issues } : { node, issues }
  } catch (error) {
    const known = error instanceof YAMLException ? error : undefined
    report(
      `Invalid YAML: ${known?.reason ?? 'it cannot be parsed'}.`,
      Math.min(known?.mark?.position ?? 0, text.length),
    )
    return { issues }
  }
}

/** A list or a map that is still open, with the key that waits for its value. */
interface Open {
  node: Exclude<DocumentNode, { kind: 'scalar' }>
  key?: { name: string; place: NodePlace } | undefined
  /** Whether the next event of a map is a value. */
  atValue: boolean
}

const build = (
  text: string,
  events: readonly Event[],
  placeOf: (offset: number) => NodePlace,
  report: (message: string, offset: number) => void,
): DocumentNode => {
  let root: DocumentNode | undefined
  let documents = 0
  /** Number of events inside a key that is not a scalar; they are skipped. */
  let inKey = 0
  const stack: Open[] = []

  const add = (node: DocumentNode): void => {
    const parent = stack.at(-1)
    if (!parent) root ??= node
    else if (parent.node.kind === 'list') parent.node.items.push(node)
    else {
      if (parent.key) parent.node.entries.set(parent.key.name, { key: parent.key.place, value: node })
      parent.atValue = false
    }
  }
  const addKey = (parent: Open, map: MapNode, name: string, offset: number): void => {
    if (map.entries.has(name)) report(`The key ${JSON.stringify(name.slice(0, 60))} is repeated.`, offset)
    parent.key = map.entries.has(name) ? undefined : { name, place: placeOf(offset) }
    parent.atValue = true
  }

  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      documents++
      continue
    }
    if (documents > 1) {
      const offset = event.type === EVENT_ID.SCALAR ? event.valueStart : 'start' in event ? event.start : 0
      report(
        'The plan must be a single document, but a second one starts here.',
        offset < 0 ? text.length : offset,
      )
      break
    }
    if (event.type === EVENT_ID.POP) {
      if (inKey > 0) inKey--
      else stack.pop()
      continue
    }
    const parent = stack.at(-1)
    const asKey = inKey === 0 && parent?.node.kind === 'map' && !parent.atValue
    const before = parent?.key?.place ?? parent?.node
    if (event.type === EVENT_ID.ALIAS || event.anchorStart >= 0) {
      report(
        'Anchors and aliases are not supported: write the value out.',
        Math.max(event.anchorStart - 1, 0),
      )
    }
    if (event.type === EVENT_ID.ALIAS) {
      if (asKey && parent) parent.atValue = true
      else if (inKey === 0) add({ kind: 'scalar', value: null, source: '', ...placeAt(before) })
      continue
    }
    const tag = event.tagStart < 0 ? undefined : text.slice(event.tagStart, event.tagEnd)
    if (tag !== undefined && tag !== '!!str') {
      report('Tags are not supported: write the value without one.', event.tagStart)
    }
    if (event.type === EVENT_ID.SCALAR) {
      if (inKey > 0) continue
      const { style, valueStart } = event
      const source = valueStart < 0 ? '' : getScalarValue(text, event)
      const quoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
      const offset = quoted ? valueStart - 1 : valueStart
      if (asKey && parent?.node.kind === 'map') {
        addKey(parent, parent.node, source, Math.max(offset, 0))
        continue
      }
      const plain = style === SCALAR_STYLE.PLAIN && tag === undefined
      const block = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK
      const place = valueStart < 0 || block ? placeAt(before) : placeOf(offset)
      add({ kind: 'scalar', value: plain ? resolveScalar(source) : source, source, ...place })
      continue
    }
    if (asKey || inKey > 0) {
      if (asKey && parent) {
        report('A key must be a scalar.', event.start)
        parent.key = undefined
        parent.atValue = true
      }
      inKey++
      continue
    }
    const place = placeOf(event.start)
    const node: Open['node'] =
      event.type === EVENT_ID.MAPPING
        ? { kind: 'map', entries: new Map(), ...place }
        : { kind: 'list', items: [], ...place }
    add(node)
    stack.push({ node, atValue: false })
  }
  return root ?? { kind: 'scalar', value: null, source: '', line: 1, column: 1 }
}

const placeAt = (place: NodePlace | undefined): NodePlace => ({
  line: place?.line ?? 1,
  column: place?.column ?? 1,
})

/** Computes lines and columns of offsets. If offsets mostly increase, this takes linear time in total. */
const createPlaces = (text: string): ((offset: number) => NodePlace) => {
  let line = 1
  let start = 0
  let next = text.indexOf('\n')
  return (offset) => {
    if (offset < start) {
      line = 1
      start = 0
      next = text.indexOf('\n')
    }
    while (next >= 0 && next < offset) {
      line++
      start = next + 1
      next = text.indexOf('\n', start)
    }
    return { line, column: Math.min(offset, text.length) - start + 1 }
  }
}
