import { findColumn } from '../text/find-column.ts'
import { matchSecrets, minKnown } from '../text/secret/match-secrets.ts'
import { isExample } from '../text/secret/is-example.ts'
import type { PlanIssue } from './plan-issue.ts'
import type { Plan } from './model/plan.ts'

/** A line with this word, or the line after it, may hold what looks like a secret. */
const allowed = 'amelia:allow-secret'

/**
 * Reports each secret that a plan holds literally, with its line and without its text.
 *
 * Placeholders are not reported: a text with few different characters, a run like `123456`, a word like
 * `example`. `known` are values that are secrets whatever they look like; the mark `amelia:allow-secret` does
 * not allow them.
 */
export const findPlanSecrets = (plan: Plan, known: readonly string[] = []): PlanIssue[] => {
  const found = scan(plan.source, known)
  const issues = found.map(({ line, name, text }) =>
    issueOf(line, name, findColumn(plan.source.split('\n')[line - 1] ?? '', text.split('\n')[0])),
  )
  // A plan made in code has no source, and one in JSON may escape its text.
  const texts: Text[] = [
    { text: plan.goal, line: 1 },
    { text: plan.title, line: 1 },
  ]
  collectTexts([plan.phases, plan.meta], 1, texts)
  // Almost no plan has a secret, and one scan costs less than one for each text.
  if (matchSecrets(texts.map(({ text }) => text).join('\n'), known).length === 0) return issues
  for (const { text, line } of texts)
    for (const secret of scan(text, known))
      if (!plan.source.includes(secret.text)) issues.push(issueOf(line, secret.name, 1))
  return issues
}

const issueOf = (line: number, name: string, column: number): PlanIssue => {
  const advice = name.startsWith('a secret')
    ? 'Refer to its environment variable instead.'
    : `Refer to an environment variable instead. If it is not a secret, write "${allowed}" on its line or the line before.`
  return {
    severity: 'error',
    code: 'SECRET_IN_PLAN',
    message: `The plan contains ${name}, which would be stored with the run. ${advice}`,
    line,
    column,
  }
}

interface Found {
  name: string
  text: string
  /** From 1. */
  line: number
}

const scan = (source: string, known: readonly string[]): Found[] => {
  const matches = matchSecrets(source, known)
  if (matches.length === 0) return []
  const lines = source.split('\n')
  const found = new Map<number, Found>()
  let line = 1
  let at = 0
  for (const { name, text, index, isKnown } of matches) {
    for (let next = source.indexOf('\n', at); next >= 0 && next < index; next = source.indexOf('\n', at)) {
      at = next + 1
      line++
    }
    const isAllowed = [lines[line - 1], lines[line - 2]].some((each) => each?.includes(allowed))
    if (!isKnown && (isAllowed || isPlaceholder(text))) continue
    if (!found.has(line)) found.set(line, { name, text, line })
  }
  return [...found.values()]
}

const isPlaceholder = (text: string): boolean => {
  if (text.startsWith('-----')) return !isKey(text)
  return new Set(text).size < Math.min(12, text.length / 3) || hasRun(text) || isExample(text)
}

/**
 * Whether a header is followed by a key, and not only mentioned. Runs of one character are common in keys.
 */
const isKey = (text: string): boolean => {
  const [first = ''] = /[A-Za-z0-9+/]{40}/.exec(text.slice(0, 500)) ?? []
  return new Set(first).size >= 12 && /[a-z]/.test(first) && /[A-Z]/.test(first)
}

/** Whether six characters are the same or follow each other: `aaaaaa`, `123456`, `abcdef`. */
const hasRun = (text: string): boolean => {
  let same = 1
  let rising = 1
  for (let index = 1; index < text.length; index++) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1)
    same = step === 0 ? same + 1 : 1
    rising = step === 1 ? rising + 1 : 1
    if (same >= 6 || rising >= 6) return true
  }
  return false
}

interface Text {
  text: string
  line: number
}

/** Adds every text below a value, with the line of the innermost object that has one. */
const collectTexts = (value: object, line: number, texts: Text[]): void => {
  const own = (value as { line?: unknown }).line
  const below = typeof own === 'number' ? own : line
  for (const item of Object.values(value) as unknown[]) {
    if (typeof item === 'string') {
      if (item.length >= minKnown) texts.push({ text: item, line: below })
    } else if (typeof item === 'object' && item !== null) collectTexts(item, below, texts)
  }
}
