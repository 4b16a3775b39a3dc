import { existsSync } from 'node:fs'
import type { ArchitectFormat } from '@amelia/core'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { printNote } from '../../terminal/print-note.ts'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { fileNameOf } from './edit-plan.ts'
import { type OutputPlan, outputPlan } from './output-plan.ts'

/** The exit code, and the arguments of the command to execute in place of exiting. */
export interface PlanResult {
  code: number
  next?: readonly string[]
}

interface OfferOptions {
  out?: string
  format: ArchitectFormat
  tdd: boolean
  runFlags: readonly string[]
}

/**
 * Outputs an accepted plan, and prints the command that runs it. A person at a terminal is asked whether to
 * run it now; without `--out` the plan is then written to a new file in the current folder.
 */
export const offerRun = async (
  terminal: Terminal,
  plan: OutputPlan,
  { out, format, tdd, runFlags }: OfferOptions,
): Promise<PlanResult> => {
  const runOf = (path: string): string[] => ['run', path, ...runFlags, ...(tdd ? [] : ['--tdd', 'off'])]
  const typed = (path: string): string => ['amelia', ...runOf(path)].map(quoteArgument).join(' ')
  // A redirected plan has a file that this program does not know.
  const path = out ?? (terminal.stdout.isTTY ? freeName(format) : undefined)
  const isAsked = terminal.attended && path !== undefined
  if (out !== undefined) await outputPlan(terminal, plan, out)
  const question = out === undefined ? `Write the plan to ${path} and run it now?` : 'Run it now?'
  if (isAsked && (await askYesNo(terminal, question))) {
    if (out === undefined) await outputPlan(terminal, plan, path)
    return { code: exitCode.completed, next: runOf(path) }
  }
  if (out === undefined) await outputPlan(terminal, plan, undefined)
  printNote(terminal, `To run it: ${typed(out ?? 'PLAN')}\n`)
  return { code: exitCode.completed }
}

/** A name that no file in the current folder has. */
const freeName = (format: ArchitectFormat): string => {
  for (let number = 1; ; number += 1) {
    const name = fileNameOf(format, number)
    if (!existsSync(name)) return name
  }
}
