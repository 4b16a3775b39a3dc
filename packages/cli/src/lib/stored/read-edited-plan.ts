import { readFile } from 'node:fs/promises'
import { type Plan, plainLabel, splitBatches } from '@amelia/core'
import type { FoundRun } from './find-run.ts'
import { printIssues } from '../document/print-issues.ts'
import { readPlanFile } from '../document/read-plan-file.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/** The plan that a run is to go on by: from the file that is named, or from the one that it began with. Undefined when it cannot be run and the user was told why. */
export const readEditedPlan = async (
  terminal: Terminal,
  { runId, plan: { file: own, format } }: FoundRun,
  wanted: string | true,
  tag: string | undefined,
): Promise<Plan | undefined> => {
  const path = wanted === true ? own : wanted
  if (path === undefined)
    throw usageError(`Run ${runId} was begun with no file.`, 'Name the edited plan: --replan FILE.')
  const file = await readPlanFile(
    path,
    { planFormat: format, ...(tag === undefined ? {} : { tag }) },
    splitBatches,
  )
  const { plan, ok } = file.check
  if (ok && plan !== undefined) return { ...plan, file: path }
  printIssues(terminal, file)
  return undefined
}

/** Says that the plan's file is another one by now: the run goes by what it knows unless it is told otherwise. */
export const tellOfEdits = async (
  terminal: Terminal,
  { plan: { file, source } }: FoundRun,
): Promise<void> => {
  if (file === undefined || source === '') return
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined || plainText(text) === plainText(source)) return
  const label = terminal.paintError('note:', 'warn')
  terminal.error(`${label} ${plainLabel(file)} was edited since. --replan shows what that would change.\n`)
}

/** Without what a reader passes over. */
const plainText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
