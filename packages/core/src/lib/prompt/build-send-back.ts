import type { SentBack } from '../machine/state/attempt.ts'
import { boundOutput } from '../text/bound-output.ts'
import { oneLine } from '../text/one-line.ts'
import { describeFolder } from './describe-folder.ts'
import { type ReportMode, reportRules } from './report-rules.ts'

export interface SendBack extends SentBack {
  reports: ReportMode | undefined
  /** Whether this is the whole prompt of a session that continues; its folder on disk, if it has one. */
  continued: boolean
  dir?: string | undefined
}

/**
 * Builds the part of a prompt that explains why an attempt returned to its session. It is the whole prompt of
 * a session that continues.
 */
export const buildSendBack = ({ reason, details, reports, continued, dir }: SendBack): string => {
  const facts = boundOutput(details.join('\n'))
  const sections =
    reason === 'files_missing'
      ? [
          '## Files that you did not change\nYou reported these files as changed, but the commit of your work does not contain them:',
          details.map((path) => `- ${oneLine(path)}`).join('\n'),
          'Ignored files, files outside of this folder and files in submodules cannot be part of the work. If a change is missing, make it where git tracks it. Then report only the files that you changed.',
        ]
      : reason === 'nothing_changed'
        ? [
            '## Your last session changed nothing\nThe files in this folder are as they were before it, but this work is still to be done.',
            facts,
            `Do it now. If it was done before you began, or needs no change, change nothing, and ${reports === undefined ? 'end with the word `already_done` and the reason' : 'report `already_done`'}.`,
          ]
        : reason === 'unresolved'
          ? [
              '## Conflict markers are left\nThese files still contain lines with `<<<<<<<`, `=======` or `>>>>>>>`:',
              details.map((path) => `- ${oneLine(path)}`).join('\n'),
              'Resolve each conflict so that both changes hold, and remove the markers.',
            ]
          : reason === 'not_red'
            ? [
                '## Your new tests do not fail as they should\nThey are for work that is still to come, so without it they must fail, and only because of it:',
                facts === '' ? '' : `\`\`\`\n${facts.replaceAll('```', "'''")}\n\`\`\``,
                'Correct the tests. Do not weaken them, and leave the rest of your work as the assignment asks. If they cannot fail because the behaviour exists already, change nothing and state that: a person decides.',
              ]
            : [
                '## Restore these\nYour work passes its checks, but it changes tests, or files that the checks rest on, and the plan does not say so:',
                facts === '' ? '' : `\`\`\`\n${facts.replaceAll('```', "'''")}\n\`\`\``,
                'Restore them, and make the code pass the restored tests. Keep the rest of your work. If such a change is necessary, keep it and state the reason at the end: a person decides.',
              ]
  const rest = continued ? [...describeFolder(dir), ...reportRules(reports)].join('\n') : ''
  return `${[...sections, rest].filter((section) => section !== '').join('\n\n')}\n`
}
