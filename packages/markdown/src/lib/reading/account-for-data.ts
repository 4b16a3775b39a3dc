import type { PhaseDraft, PlanIssue, PlanReading } from '@amelia/core/plugin'
import type { DocumentNode, NodePlace } from '../data/document-node.ts'
import { missingOf } from './find-gaps.ts'

const mostNamed = 5

/** The document that was read, and what is not about the work in it. */
export interface DataAccount {
  /** The functions that read values mark these in it. */
  root: DocumentNode
  /** Says how phases without declared dependencies are ordered. */
  rule: string
  /** The phases, if their ids are numbered in sequence. */
  phases?: readonly PhaseDraft[]
  /** Keys that are context wherever they stand: dates, counts, other plans. */
  beside?: readonly string[]
  /** The issues of the readers. A value that one of these is about needs no warning. */
  issues: readonly PlanIssue[]
}

/** A value that no reader took, with everything inside it. */
export interface Unread extends NodePlace {
  path: string
  /** It is the value of such a key, or in it. */
  isBeside: boolean
  isWork: boolean
  /** A reader has an issue about it, or an error about a value in it or around it. */
  isKnown: boolean
}

/**
 * Accounts for each value of a JSON or YAML document: a reader took it, it is context, or a warning
 * `CONTENT_SKIPPED` names its path and line. Empty values are left out. Numbers that are missing between
 * those of the phases are stated.
 */
export const accountForData = ({
  root,
  rule,
  phases = [],
  beside = [],
  issues,
}: DataAccount): { reading: PlanReading; issues: PlanIssue[] } => {
  const known = new Map(issues.map((issue) => [placeOf(issue), issue.severity]))
  const unread = findUnread(root, known, new Set(beside))
  const place = ({ line, path }: Unread) => ({ line, text: path })
  const context = unread.filter(({ isBeside }) => isBeside)
  const skipped = unread.filter(({ isBeside }) => !isBeside)
  return {
    reading: {
      ...{ rule, boxes: 0, criteria: 0, context: context.map(place) },
      skipped: skipped.map((each) => ({ ...place(each), ...(each.isWork && { work: true as const }) })),
    },
    issues: [
      ...reportUnread(
        skipped.filter(({ isKnown }) => !isKnown),
        'this format has no such field',
      ),
      ...reportGap(phases),
    ],
  }
}

/** Returns a warning for each group of values whose paths differ in positions only. `reason` ends it. */
export const reportUnread = (unread: readonly Unread[], reason: string): PlanIssue[] =>
  groupByPattern(unread).map((group) => report(group, reason))

const report = (group: readonly [Unread, ...Unread[]], reason: string): PlanIssue => {
  const [{ path, line, column }] = group
  const last = group.at(-1)?.line ?? line
  const more = group.length - 1
  const others = ` and ${more} more like it, lines ${line} to ${last},`
  const message = `${JSON.stringify(path)}${more > 0 ? others : ''} ${more > 0 ? 'are' : 'is'} not part of the plan: ${reason}.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column }
}

const reportGap = (phases: readonly PhaseDraft[]): PlanIssue[] => {
  const numbered = phases.map(({ id, line = 1 }) => ({
    number: Number(/^\D*(\d{1,6})$/.exec(id)?.[1]),
    line,
  }))
  const missing = missingOf(new Set(numbered.map(({ number }) => number).filter(Number.isInteger)))
  const [first] = missing
  if (first === undefined) return []
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ''
  const message = `The ids have a gap: ${missing.slice(0, mostNamed).join(', ')}${more} ${missing.length > 1 ? 'are' : 'is'} missing.`
  const line = numbered.find(({ number }) => number > first)?.line ?? 1
  return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column: 1 }]
}

const placeOf = ({ line, column }: NodePlace): string => `${line}:${column}`

interface Found {
  isRead: boolean
  isEmpty: boolean
  hasError: boolean
  unread: Unread[]
}

/** Finds the values that nobody read. A value with none that was read inside it is named as a whole. */
export const findUnread = (
  root: DocumentNode,
  known: ReadonlyMap<string, PlanIssue['severity']> = new Map(),
  beside: ReadonlySet<string> = new Set(),
): Unread[] => inspect(root, known, beside).unread

const inspect = (
  node: DocumentNode,
  known: ReadonlyMap<string, PlanIssue['severity']>,
  beside: ReadonlySet<string>,
): Found => {
  const isRefused = known.get(placeOf(node)) === 'error'
  if (node.kind === 'scalar') {
    const isEmpty = node.value === null || node.value === ''
    return { isRead: node.isRead ?? false, isEmpty, hasError: isRefused, unread: [] }
  }
  const children =
    node.kind === 'list'
      ? node.items.map((value, index) => ({ step: `[${index}]`, key: '', place: value, value }))
      : [...node.entries].map(([key, entry]) => ({ step: key, key, place: entry.key, value: entry.value }))
  const inside = children.map((child) => ({ ...child, found: inspect(child.value, known, beside) }))
  return {
    isRead: inside.some(({ found }) => found.isRead),
    isEmpty: inside.every(({ found }) => found.isEmpty),
    hasError: isRefused || inside.some(({ found }) => found.hasError),
    unread: inside.flatMap(({ step, key, place: { line, column }, value, found }): Unread[] => {
      if (found.isRead)
        return found.unread.map((each) => ({
          ...each,
          path: `${step}${each.path.startsWith('[') ? '' : '.'}${each.path}`,
          isBeside: each.isBeside || beside.has(key),
          isKnown: each.isKnown || isRefused,
        }))
      if (found.isEmpty) return []
      const isReported = [{ line, column }, value].some((one) => known.has(placeOf(one)))
      const isKnown = isRefused || found.hasError || isReported
      return [{ line, column, path: step, isBeside: beside.has(key), isWork: isWork(value), isKnown }]
    }),
  }
}

/** Objects with a name or a text have the form of work. */
const isWork = (node: DocumentNode): boolean =>
  node.kind === 'list'
    ? node.items.some(isWork)
    : node.kind === 'map' && ['id', 'title', 'name', 'description'].some((key) => node.entries.has(key))

/** Groups values whose paths differ in positions only. */
const groupByPattern = (unread: readonly Unread[]): [Unread, ...Unread[]][] => {
  const groups = new Map<string, [Unread, ...Unread[]]>()
  for (const each of unread) {
    const pattern = each.path.replace(/\[\d+\]/g, '[]')
    const group = groups.get(pattern)
    if (group) group.push(each)
    else groups.set(pattern, [each])
  }
  return [...groups.values()]
}
