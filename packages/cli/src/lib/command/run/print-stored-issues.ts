import { basename } from 'node:path'
import { checkPlan, splitBatches } from '@amelia/core'
import { splitPlan } from '@amelia/parsers'
import { type ParserOptions, planParsers } from '../../document/plan-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { FoundRun } from '../../stored/find-run.ts'

/** Prints the warnings about the plan of a run again, as its text is stored with the run. */
export const printStoredIssues = (
  terminal: Terminal,
  { plan: { source, file: path = 'The plan', format } }: FoundRun,
  { tag, grouping, plugins }: ParserOptions,
): void => {
  if (source === '') return
  const parsers = planParsers({
    ...(tag !== undefined && { tag }),
    ...(grouping && { grouping }),
    ...(plugins && { plugins }),
  })
  const check = checkPlan(splitPlan(source, basename(path)) ?? source, {
    parsers,
    format,
    split: splitBatches,
  })
  // Without the parser that read it, its warnings are unknown.
  if (check.ok) printIssues(terminal, { path, check, lines: new Map([['', source.split('\n')]]) })
}
