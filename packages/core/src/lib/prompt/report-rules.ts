import type { DriverV1 } from '../contract/driver.ts'
import { oneLine } from '../text/one-line.ts'

/** The form in which a driver's agent gives its report. */
export type ReportMode = NonNullable<DriverV1['reports']>

/**
 * Returns the rules for a developer's final report, or for its closing summary if the driver does not support
 * reports. `part`: the id of one of the assignment's parts, for the example.
 */
export const reportRules = (reports: ReportMode | undefined, part?: string): string[] =>
  reports === undefined
    ? ['- End with a short summary of what you did.']
    : [
        `- Report \`done\`, \`partial\`, \`failed\` or \`blocked\`; in \`notDone\`, what you could not do; in \`concerns\`, what to review closely.${reports === 'text' ? ` ${form(part)}` : ''}`,
      ]

const form = (part: string | undefined): string => {
  const subtasks = part === undefined ? '' : `{"id": ${JSON.stringify(part)}, "status": "done"}`
  return `End with one fenced JSON object: \`{"status": "done", "summary": "", "subtasks": [${subtasks}], "files": [], "notDone": [], "concerns": []}\``
}

/** Builds the prompt that asks again for a report that could not be parsed. */
export const buildReportRepair = (problem: string, reports: ReportMode, part?: string): string =>
  `Your report could not be parsed: ${oneLine(problem)} Make no more changes, and report what you did; if you need an answer, report \`blocked\` with your question.${reports === 'text' ? ` ${form(part)}` : ''}\n`
