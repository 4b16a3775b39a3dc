import type { DriverV1, Unit } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { UnitOutcome } from '../../machine/state/input.ts'
import { checkPath } from '../../plan/check-path.ts'
import { describeWorkReport, judgeWorkReport } from '../../policy/answer/judge-work-report.ts'
import { type Reading, readAnswer } from '../../policy/answer/read-answer.ts'
import {
  readWorkReport,
  type WorkReport,
  workReportJsonSchema,
} from '../../policy/answer/read-work-report.ts'
import { redactValue } from '../../text/redact-value.ts'
import { buildReportRepair } from '../../prompt/report-rules.ts'
import type { UnitContext } from './unit-context.ts'
import { sessionFailure } from '../session-failure.ts'
import { askDeveloper, type DeveloperRequest } from './ask-developer.ts'

/** Files of a report that are kept. */
const maxFiles = 100

export type ReportRequest = DeveloperRequest & {
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  reports: NonNullable<DriverV1['reports']>
}

/**
 * One session of the developer, and what its report comes to.
 *
 * A report that cannot be read is asked for once more, in the same session, which may then only read. Without one the unit has failed:
 * `report_invalid`, never a success. So it has where the session cannot be gone on with.
 */
export const collectReport = async (
  context: UnitContext,
  { reports, ...asked }: ReportRequest,
): Promise<UnitOutcome> => {
  const { performer, workspace } = context
  const { unit } = asked
  const schema = reports === 'output' ? { outputSchema: workReportJsonSchema } : {}
  const key = unit.kind === 'phase' ? 'phase' : unit.subtaskId
  const sessions: Record<string, string> = {}
  const hear = async (request: DeveloperRequest): Promise<Heard> => {
    const result = await askDeveloper(context, { ...request, ...schema })
    if (result.sessionId !== undefined) sessions[key] = result.sessionId
    return { resume: result.sessionId, said: readAnswer(result, readWorkReport) }
  }
  const repair = async ({ resume, said }: Heard): Promise<Reading<WorkReport>> => {
    if (resume === undefined || !('problem' in said)) return said
    const prompt = buildReportRepair(performer.redact(said.problem), reports)
    return (await hear({ unit, resume, access: 'read', prompt })).said
  }
  try {
    const said = await repair(await hear(asked))
    if ('problem' in said) {
      const message = `The agent gave no report that can be read: ${performer.redact(said.problem)}`
      return { outcome: 'failed', failure: { class: 'report_invalid', message }, sessions }
    }
    const report = redactValue(said.answer, performer.secrets)
    const judged = judgeWorkReport(report)
    return judged.outcome === 'completed'
      ? { ...judged, ...keep(report, workspace, key), sessions }
      : { ...judged, sessions }
  } catch (error) {
    performer.signal.throwIfAborted()
    const failure = sessionFailure(error, performer.driver?.provider, performer.redact)
    return { outcome: 'failed', failure, sessions }
  }
}

/** What a session's end gave, and the session to ask again. */
interface Heard {
  resume: string | undefined
  said: Reading<WorkReport>
}

/** What is kept of a report, by its unit. */
const keep = (
  report: WorkReport,
  workspace: Workspace,
  key: string,
): { said?: Record<string, string>; claimed?: Record<string, string[]> } => {
  const words = describeWorkReport(report)
  const claimed = pathsOf(report, workspace)
  return {
    ...(words === '' ? {} : { said: { [key]: words } }),
    ...(claimed.length === 0 ? {} : { claimed: { [key]: claimed } }),
  }
}

/** The files that a report names, as paths of the tree where they are such, each once. */
const pathsOf = ({ files }: WorkReport, { dir }: Workspace): string[] => {
  const paths = files.slice(0, maxFiles).map((file) => {
    const path = dir !== undefined && file.startsWith(`${dir}/`) ? file.slice(dir.length + 1) : file
    const checked = checkPath(path.startsWith('/') ? path.slice(1) : path)
    return 'path' in checked ? checked.path : path.slice(0, 200)
  })
  return [...new Set(paths)]
}
