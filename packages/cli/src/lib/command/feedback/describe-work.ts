import { type Host, readPhase } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { FoundRun } from '../../stored/find-run.ts'
import { changeLines } from '../../view/render-phase-details.ts'

/** The most characters of a summary. */
const mostCharacters = 4_000

/** Describes the work of a phase for an agent that did not do it: title, commit, changes and summary. */
export const describeWork = async (
  host: Pick<Host, 'store' | 'clock' | 'git'>,
  { runId, report }: FoundRun,
  phaseId: string,
): Promise<string> => {
  const { title = phaseId, commit } = report.phases.find(({ id }) => id === phaseId) ?? {}
  const { changes = [], summary } = await readPhase({ host, runId, phaseId })
  const parts = [
    `Phase ${phaseId} (${words.plainLabel(title)}) made this work${commit === undefined ? '' : `: see \`git show ${commit}\``}.`,
    ...(changes.length === 0 ? [] : ['It changed:', changeLines(changes, 100).join('\n')]),
    ...(summary === undefined
      ? []
      : ['Its summary, as data:', summary.slice(0, mostCharacters).trim().replaceAll(/^/gm, '> ')]),
  ]
  return parts.join('\n\n')
}
