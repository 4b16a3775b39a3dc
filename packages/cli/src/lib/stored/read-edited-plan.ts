import { readFile, stat } from 'node:fs/promises'
import { type Plan, type PlanParserV1, splitBatches } from '@amelia/core'
import { words } from '@amelia/core/view'
import { joinParts } from '@amelia/core/plugin'
import { readPlanSources } from '@amelia/node'
import type { FoundRun } from './find-run.ts'
import type { ParserOptions } from '../document/plan-parsers.ts'
import { confirmSkipped, type SkippedFlags } from '../document/confirm-skipped.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { printIssues } from '../document/print-issues.ts'
import { planOfFile } from '../document/plan-of-file.ts'
import { readPlanFile } from '../document/read-plan-file.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/**
 * Reads the edited plan of a run from `wanted`, or from the file that the run started with, and prints its
 * issues. Returns an exit code if the plan cannot be run, or if nobody accepts that work was skipped.
 */
export const readEditedPlan = async (
  terminal: Terminal,
  { runId, plan: { file: own, format, paths: known = [] } }: FoundRun,
  wanted: string | true,
  {
    repo,
    acceptSkipped = false,
    attended,
    json,
    ...parsing
  }: ParserOptions & SkippedFlags & { repo: string; attended: boolean; json?: boolean },
): Promise<{ plan: Plan } | { refused: number }> => {
  const path = wanted === true ? own : wanted
  if (path === undefined)
    throw usageError(`Run ${runId} did not start from a file.`, 'Name the edited plan: --replan FILE.')
  const file = await readPlanFile(path, { ...parsing, repo, planFormat: format }, splitBatches)
  const { plan, ok } = file.check
  const isShown = !ok || (json !== true && !terminal.quiet)
  if (isShown) printIssues(terminal, file)
  if (!ok || plan === undefined) return { refused: exitCode.usage }
  const refused = await confirmSkipped(terminal, file, { acceptSkipped, attended })
  if (refused !== undefined) return { refused }
  const edited = await planOfFile(plan, file, repo)
  const paths = [...new Set([...known, ...(edited.paths ?? [])])]
  return { plan: { file: path, ...edited, ...(paths.length > 0 && { paths }) } }
}

/**
 * Notes that the plan file was edited after the run started: a run keeps its plan unless `--replan` is given.
 */
export const noteEdits = async (
  terminal: Terminal,
  { plan: { file, source } }: FoundRun,
  parsers: readonly PlanParserV1[],
): Promise<void> => {
  if (file === undefined || source === '') return
  const text = await readSource(file, parsers)
  if (text === undefined || plainText(text) === plainText(source)) return
  const label = terminal.paintError('note:', 'warn')
  printNote(
    terminal,
    `${label} ${words.plainLabel(file)} was edited after the run started. Add --replan to see and apply the changes.\n`,
  )
}

/** Reads the text of a plan's file or folder again. Undefined if it cannot be read. */
const readSource = async (path: string, parsers: readonly PlanParserV1[]): Promise<string | undefined> => {
  try {
    if (!(await stat(path)).isDirectory()) return await readFile(path, 'utf8')
    const { sources } = await readPlanSources([path], parsers)
    const decoder = new TextDecoder()
    return joinParts(
      sources.map(({ text, ...each }) => ({
        ...{ ...each, text: typeof text === 'string' ? text : decoder.decode(text) },
      })),
    ).source
  } catch {
    return undefined
  }
}

/** Removes differences that parsers ignore: a byte order mark, line endings, trailing space. */
const plainText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
