import type { DriverV1 } from '../contract/driver.ts'
import { oneLine } from '../text/one-line.ts'

/** How a driver's agent gives its report. */
export type ReportMode = NonNullable<DriverV1['reports']>

/** What a developer is told of the report that it ends with. Without a report: of its last words. */
export const reportRules = (reports: ReportMode | undefined): string[] =>
  reports === undefined
    ? ['- End with a short summary of what you did.']
    : [
        '- End with a report. `done`: all of it is done; else `partial` or `failed`; `blocked`: a person has to decide. Name the files that you changed, and in `notDone` what you could not do.',
        ...(reports === 'text' ? [`- ${form}`] : []),
      ]

const form =
  'It is one JSON object, in a fence that is your last word: `{"status": "done", "summary": "", "subtasks": [{"id": "", "status": "done", "summary": ""}], "files": [], "notDone": []}`'

/** Asks once more for a report that could not be read. */
export const buildReportRepair = (problem: string, reports: ReportMode): string =>
  `Your report could not be read: ${oneLine(problem)} Change nothing any more, and give the report of what you did.${reports === 'text' ? ` ${form}` : ''}\n`
