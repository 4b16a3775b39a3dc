import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkPlan, type CheckPlanOptions, type PlanCheck, type SettingValue } from '@amelia/core'
import { nearestName } from '@amelia/core/plugin'
import { readSecrets } from '@amelia/node'
import { checkRules } from './check-rules.ts'
import { type ParserOptions, planParsers } from './plan-parsers.ts'
import { isUsageError, type UsageError, usageError } from '../terminal/usage-error.ts'

/** A plan file and the result of checking it. */
export interface PlanFile {
  /** As the user named it. */
  path: string
  check: PlanCheck
  /** The bytes on disk. */
  bytes: Uint8Array
  /** The lines, to show the source of an issue. */
  lines: string[]
}

/** The flags that control how a plan is read. */
export interface PlanReading extends ParserOptions {
  /** Id of a parser. Default: detected from the text. */
  planFormat?: string
  /** Whether tests come first. Default: as a run decides. */
  tdd?: SettingValue<'tdd'>
}

const mostBytes = 64 * 1024 * 1024

/**
 * Reads and checks a plan. Throws a usage error if the file cannot be read, or if `grouping` is given for a
 * plan that is not a subtask list; problems in the plan become issues.
 *
 * `split` divides large or risky batches of an execution plan: pass it to run the plan, or to show it as it
 * would run. The plan is then also checked against the rules of a run.
 */
export const readPlanFile = async (
  path: string,
  { planFormat, tag, grouping, tdd }: PlanReading,
  split?: CheckPlanOptions['split'],
): Promise<PlanFile> => {
  const bytes = await readBytes(path)
  const format = planFormat === undefined ? {} : { format: planFormat }
  const read = checkPlan(bytes, {
    parsers: planParsers({ ...(tag !== undefined && { tag }), ...(grouping && { grouping }) }),
    secrets: readSecrets(process.env),
    ...format,
    ...(split && { split }),
  })
  if (grouping !== undefined && read.plan !== undefined && read.format !== 'subtask-list')
    throw usageError(
      `--grouping is for subtask lists, and ${path} is in the format ${read.format}.`,
      'Leave out --grouping, or name the format of the plan: --format subtask-list.',
    )
  const check = split ? await checkRules(read, tdd) : read
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/)
  return { path, check, bytes, lines }
}

const readBytes = async (path: string): Promise<Uint8Array> => {
  try {
    const found = await stat(path)
    if (found.isDirectory()) {
      throw usageError(`${path} is a folder, not a plan.`, 'Name the file of the plan.')
    }
    if (!found.isFile() && !found.isFIFO()) throw usageError(`${path} is not a file.`)
    if (found.size > mostBytes)
      throw usageError(`${path} is too large for a plan: ${found.size} bytes of at most ${mostBytes}.`)
    return await readFile(path)
  } catch (error) {
    if (isUsageError(error)) throw error
    throw await explain(path, error)
  }
}

const explain = async (path: string, error: unknown): Promise<UsageError> => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const names = await readdir(dirname(path)).catch((): string[] => [])
    const near = nearestName(basename(path), names.slice(0, 5_000))
    const advice =
      near === undefined ? 'Check the path of the plan.' : `Did you mean ${join(dirname(path), near)}?`
    return usageError(`File not found: ${path}.`, advice)
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return usageError(
      `${path} cannot be read: permission denied.`,
      'Change its permissions, or name another file.',
    )
  }
  return usageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
}
