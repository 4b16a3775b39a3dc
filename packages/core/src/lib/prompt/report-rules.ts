import type { DriverV1 } from '../contract/driver.ts'
import { oneLine } from '../text/one-line.ts'

/** The form in which a driver's agent gives its report. */
export type ReportMode = NonNullable<DriverV1['reports']>

/**
 * Returns the rules for a developer's final report, or for its closing summary if the driver does not support
 * reports.
 */
export const reportRules = (reports: ReportMode | undefined): string[] =>
  reports === undefined
    ? ['- End with a short summary of what you did.']
    : [
        '- End with a report. `done`: everything is done; otherwise `partial` or `failed`; `blocked`: a person must decide. List the files that you changed, and in `notDone` the work that you could not do.',
        ...(reports === 'text' ? [`- ${form}`] : []),
      ]

const form =
  'It is one JSON object, in a fence at the end of your answer: `{"status": "done", "summary": "", "subtasks": [{"id": "", "status": "done", "summary": ""}], "files": [], "notDone": []}`'

/** Builds the prompt that asks again for a report that could not be parsed. */
export const buildReportRepair = (problem: string, reports: ReportMode): string =>
  `Your report could not be parsed: ${oneLine(problem)} Make no more changes, and report what you did.${reports === 'text' ? ` ${form}` : ''}\n`
