import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { decodeText } from '../text/decode-text.ts'
import { describeData } from '../plan/describe-data.ts'
import { findPlanSecrets } from '../plan/find-plan-secrets.ts'
import { findUnclosed } from '../plan/find-unclosed.ts'
import { hashText } from '../text/hash-text.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { PlanIssue, PlanIssueCode } from '../plan/plan-issue.ts'
import { type Plan, type PlanDraft, planSchema } from '../plan/plan-schema.ts'
import { implyParts } from '../plan/imply/imply-parts.ts'
import { readSinglePhase } from '../plan/read-single-phase.ts'
import { validatePlan } from '../plan/validation/validate-plan.ts'
import type { Graph } from '../graph/graph.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'

export interface CheckPlanOptions {
  /** The formats that the text may have. */
  parsers: readonly PlanParserV1[]
  /** Id of the parser to use, or `single`. Default: the parser with the highest score. */
  format?: string
  /** The maximum size of a plan, in bytes. Default: 10 MiB. */
  maxBytes?: number
  /** Further secrets: a plan that contains one is refused, like one with a known shape of a secret. */
  secrets?: readonly string[]
  /**
   * Splits the batches of a valid execution plan, for instance `splitBatches`. Default: each batch is one
   * phase, as written, which conversions need.
   */
  split?: (plan: Plan) => { plan: Plan; issues: PlanIssue[] }
}

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
  /** SHA-256 of the text, independent of its line endings; empty if the plan is not text. */
  hash: string
  /** Errors first, then by line. Every line is inside the text. */
  issues: PlanIssue[]
}

const defaultMaxBytes = 10 * 1024 * 1024
/** Scores that are closer than this are ambiguous. */
const minimumLead = 0.1

/**
 * Reads a plan and reports all its issues. Never throws.
 *
 * Pass bytes if you have them: only bytes show a wrong encoding. A text in no known format becomes one phase,
 * with the format `single` and a warning.
 */
export const checkPlan = (text: string | Uint8Array, options: CheckPlanOptions): PlanCheck => {
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  const size = sizeOf(text)
  if (size > maxBytes) {
    const message = `The plan has ${size} bytes; at most ${maxBytes} are read. Split it.`
    return refuse('unknown', '', 'PLAN_TOO_LARGE', message)
  }
  const decoded = decodeText(text)
  if ('problem' in decoded) {
    const message = `The plan is not UTF-8 text: byte ${decoded.byteOffset} begins ${decoded.problem}.`
    return refuse('unknown', '', 'PLAN_ENCODING', message, decoded.line)
  }
  const source = decoded.text
  const hash = hashText(source)
  if (source.trim() === '') return refuse('unknown', hash, 'PLAN_EMPTY', 'The plan is empty.')

  const chosen = choose(source, options)
  if ('code' in chosen) return refuse('unknown', hash, chosen.code, chosen.message)
  return finish(source, hash, chosen, options)
}

const refuse = (format: string, hash: string, code: PlanIssueCode, message: string, line = 1): PlanCheck => ({
  ok: false,
  format,
  hash,
  issues: [{ severity: 'error', code, message, line, column: 1 }],
})

const sizeOf = (text: string | Uint8Array): number => {
  if (typeof text !== 'string') return text.length
  let size = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) size += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return size
}

type Reader = Pick<PlanParserV1, 'id' | 'parse'>

const choose = (
  source: string,
  { parsers, format }: CheckPlanOptions,
): Reader | { code: PlanIssueCode; message: string } => {
  const names = [...parsers.map((parser) => parser.id), readSinglePhase.id]
  if (format !== undefined) {
    const found = [...parsers, readSinglePhase].find((parser) => parser.id === format)
    if (found) return found
    const near = nearestName(format, names)
    return {
      code: 'FORMAT_UNKNOWN',
      message: `The format "${format}" does not exist.${near === undefined ? '' : ` Did you mean "${near}"?`} Formats: ${names.join(', ')}.`,
    }
  }
  const scores = parsers
    .map((parser) => ({ parser, score: scoreOf(parser, source) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const [first, second] = scores
  if (!first) {
    const data = describeData(source)
    if (data === undefined) return readSinglePhase
    // Data is never one phase of text.
    const message = `The text is ${data}, in no known format. Formats: ${names.join(', ')}.`
    return { code: 'FORMAT_UNKNOWN', message }
  }
  if (second && first.score - second.score < minimumLead - 1e-9) {
    const one = first.parser.id
    const other = second.parser.id
    return {
      code: 'FORMAT_AMBIGUOUS',
      message: `The text could be ${one} or ${other}. Choose one: format "${one}" or format "${other}" (--format).`,
    }
  }
  return first.parser
}

const scoreOf = (parser: PlanParserV1, source: string): number => {
  try {
    const score = parser.detect(source)
    return Number.isFinite(score) ? score : 0
  } catch {
    return 0
  }
}

const finish = (
  source: string,
  hash: string,
  reader: Reader,
  { split, secrets }: CheckPlanOptions,
): PlanCheck => {
  const format = reader.id
  const { plan: draft, issues } = parse(reader, source)
  if (!draft) {
    const none: PlanIssue[] =
      issues.length > 0
        ? issues
        : [{ severity: 'error', code: 'NO_PHASES', message: 'Nothing was found in it.', line: 1, column: 1 }]
    return { ok: false, format, hash, issues: arrange(none, source) }
  }
  const parsed = planSchema.safeParse({ ...draft, source, format })
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      issues.push({
        severity: 'error',
        code: 'PLAN_SCHEMA',
        message: `${path.map(String).join('.') || 'The plan'}: ${message}.`,
        line: lineAt(draft, path),
        column: 1,
      })
    }
    return { ok: false, format, hash, issues: arrange(issues, source) }
  }
  const complete = implyParts(draft)
  const plan = complete === draft ? parsed.data : planSchema.parse({ ...complete, source, format })
  const { graph, issues: fromGraph } = resolveGraph(plan.phases)
  const all = [
    ...issues,
    ...findUnclosed(source),
    ...validatePlan(plan),
    ...findPlanSecrets(plan, secrets),
    ...fromGraph,
  ]
  const ok = all.every((issue) => issue.severity !== 'error')
  const parts = ok && format === 'execution-plan' ? split?.(plan) : undefined
  if (!parts) return { ok, format, plan, ...(graph && { graph }), hash, issues: arrange(all, source) }
  const ofParts = resolveGraph(parts.plan.phases).graph
  return {
    ok,
    format,
    plan: parts.plan,
    ...(ofParts && { graph: ofParts }),
    hash,
    issues: arrange([...all, ...parts.issues], source),
  }
}

/** A parser is somebody else's code: one that throws is an issue and no crash. */
const parse = (reader: Reader, source: string): { plan?: PlanDraft; issues: PlanIssue[] } => {
  try {
    const { plan, issues } = reader.parse(source)
    return { ...(plan && { plan }), issues: [...issues] }
  } catch (error) {
    const message = `The parser ${reader.id} failed: ${error instanceof Error ? error.message : 'no reason given'}.`
    return { issues: [{ severity: 'error', code: 'PLAN_SYNTAX', message, line: 1, column: 1 }] }
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

const arrange = (issues: PlanIssue[], source: string): PlanIssue[] => {
  let lines = 1
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) lines++
  const rank = { error: 0, warning: 1 }
  return issues
    .map((issue) => ({ ...issue, line: Math.min(Math.max(issue.line, 1), lines) }))
    .sort(
      (one, other) =>
        rank[one.severity] - rank[other.severity] || one.line - other.line || one.column - other.column,
    )
}
