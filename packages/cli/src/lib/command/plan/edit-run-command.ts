import { splitBatches } from '@amelia/core'
import { words } from '@amelia/core/view'
import { printIssues } from '../../document/print-issues.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { findRun } from '../../stored/find-run.ts'
import { howToStop } from '../../stored/next-steps.ts'
import { openHost } from '../../stored/open-host.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { openEditor } from '../../terminal/open-editor.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import type { PlanResult } from './offer-run.ts'

/** Options of `amelia edit`. */
export type EditRunOptions = RunPlace

/**
 * Opens the plan of a run in the editor, by default of the newest unfinished run, and checks the saved file.
 * The next command is `amelia resume --replan`, which shows the changes and asks. A plan that cannot be run
 * is not applied, and stays as it was saved.
 */
export const editRunCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, database }: EditRunOptions,
): Promise<PlanResult> => {
  await checkFolder(repo)
  const place = { repo, database }
  const found = await findRun(terminal, { ...(await openHost(place)), wanted, unfinished: true })
  const { runId, locked, plan } = found
  if (plan.file === undefined)
    throw usageError(
      `Run ${runId} did not start from a file.`,
      `Write the edited plan to a file, then: amelia resume ${runId} --replan FILE`,
    )
  if (locked)
    throw usageError(
      `Run ${runId} is running, and keeps its plan until its process ends.`,
      `Let its running phases finish first: ${howToStop(runId, place)} --drain`,
    )
  const problem = await openEditor(plan.file)
  if (problem !== undefined) throw usageError(problem)
  const file = await readPlanFile(plan.file, { repo, planFormat: plan.format }, splitBatches)
  if (!file.check.ok) {
    printIssues(terminal, file)
    const path = words.plainLabel(plan.file)
    printNote(terminal, `Nothing was applied. ${path} is as you saved it; amelia edit opens it again.\n`)
    return { code: exitCode.usage }
  }
  const { again } = await readConfigFlags(repo, runId)
  const where = ['--repo', repo, ...(database === undefined ? [] : ['--database', database])]
  return { code: exitCode.completed, next: ['resume', runId, ...where, ...again, '--replan'] }
}
