import { describeIssue } from '../error/check/describe-issue.ts'
import type { PlanReading } from '../contract/plan-parser.ts'
import { chooseForParts } from './choose-for-parts.ts'
import type { PossibleReading } from './choose-reader.ts'
import type { CheckPlanOptions } from './check-plan-options.ts'
import { checkReadingCall } from './check-reading-call.ts'
import { type Reader, runParser } from './run-parser.ts'
import { decodeText } from '../text/decode-text.ts'
import { findPlanMarks } from './find-plan-marks.ts'
import { findPlanSecrets } from '../plan/find-plan-secrets.ts'
import { findUnclosed } from '../plan/find-unclosed.ts'
import { hashText } from '../text/hash-text.ts'
import type { PlanIssue, PlanIssueCode } from '../plan/plan-issue.ts'
import { type DecodedSource, joinParts } from '../plan/source/join-parts.ts'
import { placeIssues, type PlanPlace } from '../plan/source/locate-line.ts'
import type { PlanInput, PlanSource } from '../plan/source/plan-source.ts'
import type { PlanMark } from '../plan/model/plan-mark.ts'
import type { Plan, PlanDraft } from '../plan/model/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { implyParts } from '../plan/imply/imply-parts.ts'
import { keepHints } from '../plan/validation/read-hint.ts'
import { spellIds } from './spell-ids.ts'
import { validatePlan } from '../plan/validation/validate-plan.ts'
import type { Graph } from '../graph/graph.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'

/** The result of {@link checkPlan}. */
export interface PlanCheck {
  /** Whether the plan can run: it has no errors. */
  ok: boolean
  /** Id of the format that the text was read in; `unknown` if none was chosen. */
  format: string
  /** The plan, also if it has errors; absent if nothing could be read. */
  plan?: Plan
  /** The plan's graph; absent if its phases depend on each other in a cycle. */
  graph?: Graph
  /** The account of the text: absent if nothing was read, or if the parser gives none. */
  reading?: PlanReading
  /** The two readings of a text that is refused with `FORMAT_AMBIGUOUS`. */
  readings?: PossibleReading[]
  /**
   * SHA-256 of the text, or of all files together, independent of line endings; empty if the plan is not
   * text.
   */
  hash: string
  /** Errors first, then by line. Every line is inside the text, or inside `file`. */
  issues: PlanIssue[]
}

const defaultMaxBytes = 10 * 1024 * 1024

/**
 * Reads a plan and reports all its issues. No text makes it throw; a wrong option or parser throws
 * `OPTION_INVALID`.
 *
 * Pass bytes if you have them: only bytes show a wrong encoding. A text in no known format becomes one phase,
 * with the format `single` and a warning.
 *
 * Several files are read by a parser of such plans, or as one plan with its context. `plan.source` contains
 * all of them, and `plan.sources` the line at which each begins.
 */
export const checkPlan = (input: PlanInput, options: CheckPlanOptions): PlanCheck => {
  checkReadingCall('checkPlan', input, options)
  const isText = typeof input === 'string' || input instanceof Uint8Array
  const given: readonly PlanSource[] = isText ? [{ path: '', text: input }] : input
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  const most = given.reduce((sum, { text }) => sum + (typeof text === 'string' ? 3 : 1) * text.length, 0)
  // Counting the bytes of a text takes 2 % of the time of a check, so it is done only near the limit.
  const size = most > maxBytes ? given.reduce((sum, { text }) => sum + sizeOf(text), 0) : most
  if (size > maxBytes) {
    const message = `The plan has ${size} bytes; at most ${maxBytes} are read. Split it.`
    return refuse('PLAN_TOO_LARGE', message)
  }
  const decoded: DecodedSource[] = []
  for (const each of given) {
    const text = decodeText(each.text)
    if ('problem' in text) {
      const message = `The plan is not UTF-8 text: byte ${text.byteOffset} begins ${text.problem}.`
      return refuse('PLAN_ENCODING', message, {
        line: text.line,
        ...(!isText && { file: each.path }),
      })
    }
    decoded.push({ ...each, ...text })
  }
  const { source, parts } = joinParts(decoded)
  if (parts.every(({ text, context }) => context || text.trim() === ''))
    return hashed(refuse('PLAN_EMPTY', 'The plan is empty.'), source)

  const chosen = chooseForParts(parts, options)
  if ('code' in chosen) {
    const { code, message, readings } = chosen
    return hashed({ ...refuse(code, message), ...(readings && { readings }) }, source)
  }
  return hashed(finish({ source, ...(!isText && { sources: parts }) }, chosen, options), source)
}

/** Finds the marks when they are read: only a run that ticks its plan needs them. */
const withMarks = (plan: Plan, find: () => PlanMark[]): Plan => {
  let marks: PlanMark[] | undefined
  const get = (): PlanMark[] | undefined => ((marks ??= find()).length > 0 ? marks : undefined)
  return Object.defineProperty(plan, 'marks', { get, enumerable: true, configurable: true })
}

/** Computes the hash when it is read: few callers need it, and it takes 5 % of the time of a check. */
const hashed = (check: PlanCheck, source: string): PlanCheck => {
  let hash: string | undefined
  return Object.defineProperty(check, 'hash', { get: () => (hash ??= hashText(source)), enumerable: true })
}

const refuse = (code: PlanIssueCode, message: string, place: PlanPlace = { line: 1 }): PlanCheck => ({
  ok: false,
  format: 'unknown',
  hash: '',
  issues: [{ severity: 'error', code, message, ...place, column: 1 }],
})

const sizeOf = (text: string | Uint8Array): number =>
  typeof text === 'string' ? new TextEncoder().encode(text).length : text.length

const finish = (
  from: Pick<Plan, 'source' | 'sources'>,
  reader: Reader & { text?: string },
  { split, secrets }: CheckPlanOptions,
): PlanCheck => {
  const format = reader.id
  const { source } = from
  const { plan: draft, issues, reading } = runParser(reader, reader.text ?? source)
  if (!draft) {
    const none: PlanIssue[] =
      issues.length > 0
        ? issues
        : [{ severity: 'error', code: 'NO_PHASES', message: 'Nothing was found.', line: 1, column: 1 }]
    return { ok: false, format, hash: '', issues: arrange(none, from) }
  }
  const complete = completed(draft)
  const given = { ...complete, ...from, format }
  const parsed = planSchema.safeParse(given)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      issues.push({
        severity: 'error',
        code: 'PLAN_SCHEMA',
        message: `The parser "${format}" returned an invalid plan: ${describeIssue(issue, given, 'the plan')}.`,
        line: lineAt(complete, issue.path),
        column: 1,
      })
    }
    return { ok: false, format, hash: '', issues: arrange(issues, from) }
  }
  const written = parsed.data
  const spelled = spellIds(written)
  // The parser knows its own ids.
  const plan = withMarks({ ...spelled, phases: keepHints(spelled.phases) }, () =>
    findPlanMarks(written, reader),
  )
  const { graph, issues: fromGraph } = resolveGraph(plan.phases, from)
  const all = [
    ...issues,
    // An account includes them, and may read fences in another way.
    ...(reading ? [] : findUnclosed(reader.text ?? source)),
    // The one error explains repeated ids of several plans, and others why there are no phases.
    ...(issues.some(
      ({ code, severity }) => code === 'SEVERAL_PLANS' || (!plan.phases[0] && severity === 'error'),
    )
      ? []
      : validatePlan(spelled, reading?.skipped)),
    ...findPlanSecrets(plan, secrets),
    ...fromGraph,
  ]
  const ok = all.every((issue) => issue.severity !== 'error')
  const parts = ok && format === 'execution-plan' ? split?.(plan) : undefined
  const known = reading && { reading }
  if (!parts)
    return { ok, format, plan, ...(graph && { graph }), ...known, hash: '', issues: arrange(all, from) }
  const ofParts = resolveGraph(parts.plan.phases).graph
  return {
    ok,
    format,
    plan: parts.plan,
    ...(ofParts && { graph: ofParts }),
    ...known,
    hash: '',
    issues: arrange([...all, ...parts.issues], from),
  }
}

/** Completes the subtasks of a draft. One that does not follow the schema is left to it. */
const completed = (draft: PlanDraft): PlanDraft => {
  try {
    return implyParts(draft)
  } catch {
    return draft
  }
}

/** The line of the innermost thing on the way to what does not follow the schema. */
const lineAt = (draft: PlanDraft, path: readonly PropertyKey[]): number => {
  let line = 1
  let value: unknown = draft
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break
    value = (value as Record<PropertyKey, unknown>)[key]
    const own = (value as { line?: unknown } | undefined | null)?.line
    if (typeof own === 'number' && Number.isInteger(own)) line = own
  }
  return line
}

const arrange = (issues: PlanIssue[], from: Pick<Plan, 'source' | 'sources'>): PlanIssue[] => {
  if (issues.length === 0) return issues
  const lines = from.source.split('\n').length
  const rank = { error: 0, warning: 1 }
  const arranged = issues
    .map((issue) => ({ ...issue, line: Math.min(Math.max(issue.line, 1), lines) }))
    .sort(
      (one, other) =>
        rank[one.severity] - rank[other.severity] || one.line - other.line || one.column - other.column,
    )
  return placeIssues(arranged, from)
}
