import type { DriverV1, Unit } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { checkPath } from '../../plan/validation/check-path.ts'
import { describeWorkReport, judgeWorkReport } from '../../policy/answer/judge-work-report.ts'
import { decideRepair } from '../../policy/answer/decide-repair.ts'
import { findQuestion } from '../../policy/answer/find-question.ts'
import { readAnswer } from '../../policy/answer/read-answer.ts'
import {
  readWorkReport,
  type WorkReport,
  workReportJsonSchema,
} from '../../policy/answer/read-work-report.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import { listDue } from '../../prompt/assignment/describe-assignment.ts'
import { buildReportRepair } from '../../prompt/report-rules.ts'
import { createPartClaims, type PartClaims } from '../part-claims.ts'
import type { UnitContext } from './unit-context.ts'
import { sessionFailure } from '../command/session-failure.ts'
import { askDeveloper, type DeveloperRequest } from './ask-developer.ts'

/** Files of a report to keep, and characters of each. */
const maxFiles = 100
const maxEntry = 300
/** Most concerns that are kept. */
const maxConcerns = 10

export type ReportRequest = DeveloperRequest & {
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  reports: NonNullable<DriverV1['reports']>
}

/**
 * Runs a developer session and judges its report.
 *
 * An unreadable report is requested again as {@link decideRepair} decides, in a session that may only read.
 * Without a readable report the unit fails with `report_invalid`; it never succeeds.
 */
export const collectReport = async (
  context: UnitContext,
  { reports, ...asked }: ReportRequest,
): Promise<UnitOutcome> => {
  const { performer, workspace } = context
  const { unit } = asked
  const key = unit.kind === 'phase' ? 'phase' : unit.subtaskId
  const sessions: Record<string, string> = {}
  const claims = unit.kind === 'phase' ? createPartClaims(context) : undefined
  try {
    const reading = await requestReport(context, { reports, ...asked, claims }, (id) => {
      sessions[key] = id
    })
    if ('problem' in reading) return { ...withoutReport(reading, performer.redact), sessions }
    const report = redactValue(reading.answer, performer.secrets)
    claims?.report(report)
    const judged = judgeWorkReport(report)
    return judged.outcome === 'completed'
      ? { ...judged, ...keep(report, workspace, key), sessions }
      : { ...judged, sessions }
  } catch (error) {
    performer.signal.throwIfAborted()
    const failure = sessionFailure(error, performer.driver?.provider, performer)
    return { outcome: 'failed', failure, sessions }
  }
}

const requestReport = async (
  context: UnitContext,
  { reports, claims, ...asked }: ReportRequest & { claims: PartClaims | undefined },
  onSession: (id: string) => void,
): Promise<{ answer: WorkReport } | NoReport> => {
  const words: string[] = []
  const schema = reports === 'output' ? { outputSchema: workReportJsonSchema } : {}
  let request: DeveloperRequest = asked
  for (let tries = 1; ; tries++) {
    const result = await askDeveloper(context, { ...request, ...schema }, claims)
    const { sessionId: resume } = result
    if (resume !== undefined) onSession(resume)
    const reading = readAnswer(result, readWorkReport)
    if ('answer' in reading) return reading
    if (result.text.trim() !== '') words.push(result.text)
    const repair = decideRepair({ tries, canResume: resume !== undefined, isReadOnly: false })
    if (repair === 'none' || resume === undefined) return { ...reading, words }
    const [first] = listDue({ phase: context.phase, unit: asked.unit })
    const prompt = buildReportRepair(context.performer.redact(reading.problem), reports, first?.id)
    request = { unit: asked.unit, resume, access: 'read', prompt }
  }
}

/** The reason why a report is missing, and the last words of each session instead. */
interface NoReport {
  problem: string
  words: readonly string[]
}

/** The result of a unit without a report: its agent's question, if it ended with one, or a failure. */
const withoutReport = (
  { problem, words }: NoReport,
  redact: (text: string) => string,
): Extract<UnitOutcome, { outcome: 'failed' | 'blocked' }> => {
  const asking = words.findLast((text) => findQuestion(text) !== undefined)
  if (asking !== undefined)
    return {
      outcome: 'blocked',
      blocker: 'agent_asks',
      message: `The agent needs a decision: ${redact(findQuestion(asking)!)}`,
      details: boundOutput(redact(asking.trim())).split('\n'),
    }
  const message = `The agent's report could not be read: ${redact(problem)}`
  const last = words.at(-1)
  const output = last === undefined ? {} : { output: boundOutput(redact(`Its last words: ${last.trim()}`)) }
  return { outcome: 'failed', failure: { class: 'report_invalid', message, ...output } }
}

/** The parts of a report to keep, by unit. */
const keep = (
  report: WorkReport,
  workspace: Workspace,
  key: string,
): Pick<Extract<UnitOutcome, { outcome: 'completed' }>, 'said' | 'claimed' | 'concerns'> => {
  const words = describeWorkReport(report)
  const claimed = filesOf(report, workspace)
  const concerns = listConcerns(report)
  return {
    ...(words === '' ? {} : { said: { [key]: words } }),
    ...(claimed.length === 0 ? {} : { claimed: { [key]: claimed } }),
    ...(concerns.length === 0 ? {} : { concerns: { [key]: concerns } }),
  }
}

const listConcerns = ({ concerns }: WorkReport): string[] =>
  concerns
    .slice(0, maxConcerns)
    .map((concern) => boundOutput(concern.trim()))
    .filter((concern) => concern !== '')

/**
 * The distinct entries of a report's list of files. Paths inside the workspace are relative to it; some
 * agents write its root as `/`.
 */
const filesOf = ({ files }: WorkReport, { dir }: Workspace): string[] => {
  const entries = files.slice(0, maxFiles).map((entry) => {
    const relative = dir === undefined ? entry : entry.replaceAll(`${dir}/`, '')
    const checked = checkPath(relative)
    return 'path' in checked ? checked.path : relative.slice(0, maxEntry)
  })
  const distinct = new Set(entries)
  return [...distinct].filter((entry) => !entry.startsWith('/') || !distinct.has(entry.slice(1)))
}
