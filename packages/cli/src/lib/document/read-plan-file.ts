import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  AmeliaError,
  checkPlan,
  type CheckPlanOptions,
  type PlanCheck,
  type PlanParserV1,
  type SettingValue,
} from '@amelia/core'
import { nearestName } from '@amelia/core/view'
import { type PlanInput, readSecrets } from '@amelia/core/plugin'
import { splitPlan } from '@amelia/parsers'
import { checkRules } from './check-rules.ts'
import type { ConfigFlags } from '../setting/config/config-flags.ts'
import { type ParserOptions, planParsers } from './plan-parsers.ts'
import { ignoreRulesOf } from './ignore-rules-of.ts'
import { hideSecrets } from './secret/hide-secrets.ts'
import { selectSection } from './select-section.ts'
import { isUsageError, type UsageError, usageError } from '../terminal/usage-error.ts'

/** A plan and the result of checking it. */
export interface PlanFile {
  /** The file or the folder, as the user named it. */
  path: string
  check: PlanCheck
  /** The only file, as it is on disk. */
  only?: { path: string; bytes: Uint8Array }
  /** The files with work, as absolute paths. Absent for the standard input. */
  files?: readonly string[]
  /** Where to read the plan again. Absent for several files that were named one by one. */
  origin?: string
  /** The lines of each file by its path, to show the source of an issue. A line with a secret is empty. */
  lines: ReadonlyMap<string, readonly string[]>
}

/** The flags that control how a plan is read. */
export interface PlanReading extends ParserOptions, Pick<ConfigFlags, 'config' | 'profile'> {
  /** Id of a parser. Default: detected from the text. */
  planFormat?: string
  /** The heading of the section that is the plan. Default: the full text. */
  select?: string
  /** Whether tests come first. Default: as a run decides. */
  tdd?: SettingValue<'tdd'>
}

const mostBytes = 64 * 1024 * 1024

/**
 * Reads and checks a plan: a file, a folder, several files, or the standard input (`-`). Throws a usage error
 * if a file cannot be read, or if `grouping` or `tag` is given for a plan in a format without it; problems in
 * the plan become issues. An issue of a plan of several files names its file. Secrets are left out of all
 * texts of a plan with a secret.
 *
 * `split` divides large or risky batches of an execution plan: pass it to run the plan, or to show it as it
 * would run. The plan is then also checked against the rules of a run, and
 * against the ignore rules of `repo`, by default the current folder.
 */
export const readPlanFile = async (
  named: string | readonly string[],
  { planFormat, select, tag, grouping, tdd, repo = '.', plugins }: PlanReading & { repo?: string },
  split?: CheckPlanOptions['split'],
): Promise<PlanFile> => {
  const parsers = planParsers({
    ...(tag !== undefined && { tag }),
    ...(grouping && { grouping }),
    ...(plugins && { plugins }),
  })
  const paths = typeof named === 'string' ? [named] : named
  const { path, input: full, lines, ...file } = await readInput(paths, parsers)
  const input = select === undefined ? full : selectPart(full, select)
  const format = planFormat === undefined ? {} : { format: planFormat }
  const secrets = readSecrets(process.env)
  const read = checkPlan(input, {
    parsers,
    secrets,
    ...format,
    ...(split && { split }),
  })
  if (grouping !== undefined && read.plan !== undefined && read.format !== 'subtask-list')
    throw usageError(
      `--grouping is for subtask lists, and ${path} is in the format ${read.format}.`,
      'Leave out --grouping, or name the format of the plan: --plan-format subtask-list.',
    )
  if (tag !== undefined && read.plan !== undefined && read.format !== 'task-master')
    throw usageError(
      `--tag is for Task Master files, and ${path} is in the format ${read.format}.`,
      'Leave out --tag, or name the format of the plan: --plan-format task-master.',
    )
  refuseSource(path, read, planFormat)
  const check = split ? await checkRules(read, { tdd, git: ignoreRulesOf(repo) }) : read
  return { path, ...hideSecrets({ check, lines }, secrets), ...file }
}

/** Files that may contain a plan as prose. */
const proseFiles =
  /(?:^|[/\\])[^.]*$|\.(?:md|markdown|mdx|txt|text|rst|adoc|asciidoc|org|html?|plan|spec|prompt)$/i

/** Refuses a file of another kind, such as a source file, whose text would be one phase of prose. */
const refuseSource = (path: string, { format }: PlanCheck, wanted: string | undefined): void => {
  if (format !== 'single' || wanted !== undefined || path === '-' || proseFiles.test(path)) return
  throw usageError(
    `${path} is not a plan: it is in no known format, and its name does not end like that of a text.`,
    'To run its text as a plan of one phase: --plan-format single.',
  )
}

const selectPart = (input: PlanInput, name: string): PlanInput => {
  if (typeof input === 'string') return selectSection(input, name)
  if (input instanceof Uint8Array) return selectSection(new TextDecoder().decode(input), name)
  throw usageError('--select is for a plan of one file.', 'Leave out --select.')
}

type Input = Omit<PlanFile, 'check'> & { input: PlanInput }

const readInput = async (paths: readonly string[], parsers: readonly PlanParserV1[]): Promise<Input> => {
  const [path = ''] = paths
  const isStdin = path === '-' && paths.length === 1
  if (!isStdin && (paths.length > 1 || (await isFolder(path)))) return readSet(paths, parsers)
  const bytes = isStdin ? new Uint8Array(await buffer(process.stdin)) : await readBytes(path)
  const text = new TextDecoder().decode(bytes)
  const lines = new Map([['', splitLines(text)]])
  const parts = splitPlan(text, basename(path))
  return {
    path,
    ...(!isStdin && { origin: resolve(path), files: [resolve(path)] }),
    lines,
    ...(parts ? { input: parts } : { input: bytes, only: { path, bytes } }),
  }
}

const readSet = async (paths: readonly string[], parsers: readonly PlanParserV1[]): Promise<Input> => {
  for (const path of paths.length > 1 ? paths : []) await readBytes(path)
  try {
    const { readPlanSources } = await import('@amelia/node')
    const { path, sources, isListed } = await readPlanSources(paths, parsers)
    const files = sources.map(({ path: name, text, context }) => ({
      ...{ name, context, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
    }))
    const work = files.filter(({ context }) => !context)
    const [own, other] = work
    return {
      path,
      input: sources,
      lines: new Map(files.map(({ name, bytes }) => [name, splitLines(new TextDecoder().decode(bytes))])),
      ...(!isListed && { origin: resolve(path) }),
      files: work.map(({ name }) => resolve(path, name)),
      ...(own && !other && { only: { path: join(path, own.name), bytes: own.bytes } }),
    }
  } catch (error) {
    if (AmeliaError.is(error, 'OPTION_INVALID')) throw usageError(error.message)
    throw await explain(paths.join(', '), error)
  }
}

const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/)

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

const readBytes = async (path: string): Promise<Uint8Array> => {
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw usageError(`${path} is a folder.`, 'Pass one folder, or several files.')
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
