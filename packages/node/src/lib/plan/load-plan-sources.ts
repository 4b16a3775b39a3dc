import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { AmeliaError, type PlanParserV1, type PlanSource } from '@amelia/core/plugin'
import { findPlanFolders, type PlanFolder } from './find-plan-folders.ts'
import { listFiles } from './list-files.ts'
import type { PlanSources } from './plan-sources.ts'

const mostFiles = 1_000
const mostBytes = 10 * 1024 * 1024
const mostNames = 10

type Parsers = readonly PlanParserV1[]

/** Reads the files of a plan: those of a folder, or the given ones. */
export const loadPlanSources = async (paths: readonly string[], parsers: Parsers): Promise<PlanSources> => {
  const [first = '.', ...others] = paths
  const folders = await Promise.all(paths.map(async (path) => (await stat(path)).isDirectory()))
  if (others.length > 0) {
    if (folders.includes(true)) throw invalid('Pass one folder, or several files.')
    return loadFiles(paths, parsers)
  }
  const { root, found } = await findPlan(first, parsers)
  const [plan, other] = found
  if (!plan) throw await refuseFolder(first, parsers)
  if (other) throw refuseSeveral(first, found)
  const folder = join(root, plan.folder)
  return { path: folder, sources: await load(folder, plan.files) }
}

/** Finds the plans in a folder. A folder `tasks` may be part of the plan in the folder above. */
const findPlan = async (path: string, parsers: Parsers): Promise<{ root: string; found: PlanFolder[] }> => {
  const find = async (root: string) =>
    findPlanFolders(await listFiles(root), basename(resolve(root)), parsers)
  const found = await find(path)
  if (found.length > 0 || basename(resolve(path)) !== 'tasks') return { root: path, found }
  const root = join(path, '..')
  const above = (await find(root)).filter(
    ({ folder, files }) => folder === '' && files.some((file) => file.path.startsWith('tasks/')),
  )
  return { root, found: above }
}

const refuseSeveral = (path: string, found: readonly PlanFolder[]): AmeliaError => {
  const names = found.map(({ folder, files }) =>
    files.length === 1 ? join(path, folder, files[0]?.path ?? '') : join(path, folder),
  )
  return invalid(`${path} contains ${found.length} plans: ${shorten(names)}. Pass one of them.`)
}

const refuseFolder = async (path: string, parsers: Parsers): Promise<AmeliaError> => {
  const files = (await listFiles(path)).filter((file) => /\.md$/i.test(file)).map((file) => join(path, file))
  const advice =
    files.length === 0
      ? 'It contains no Markdown files.'
      : `It contains ${shorten(files)}. Pass one of these files.`
  const supported = parsers.flatMap(({ folders = [] }) => folders)
  const list = supported.length === 0 ? '' : ` (${supported.join(', ')})`
  return invalid(`${path} is not the folder of a plan${list}. ${advice}`)
}

const shorten = (names: readonly string[]): string => {
  const left = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** Loads given files. If a tool keeps such files as one plan, it decides which of them are context. */
const loadFiles = async (paths: readonly string[], parsers: Parsers): Promise<PlanSources> => {
  const all = [...new Set(paths.map((path) => resolve(path)))]
  const folder = all.map((path) => dirname(path)).reduce(commonFolder)
  const names = all.map((path) => relative(folder, path).split(sep).join('/'))
  const [plan, other] = findPlanFolders(names, basename(folder), parsers)
  const isWhole = plan?.files.length === names.length && plan.folder === '' && other === undefined
  const files = isWhole
    ? plan.files.map(({ path, context }) => ({ path, ...(context && { context }) }))
    : names.map((path) => ({ path }))
  return { path: relative('.', folder) || '.', sources: await load(folder, files), isListed: true }
}

const commonFolder = (one: string, other: string): string => {
  let folder = one
  while (folder !== other && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    folder = dirname(folder)
  return folder
}

const load = async (folder: string, files: PlanFolder['files']): Promise<PlanSource[]> => {
  if (files.length > mostFiles)
    throw invalid(`The plan ${folder} has ${files.length} files; at most ${mostFiles} are read.`)
  let left = mostBytes
  const sources: (PlanSource & { named?: string })[] = []
  for (const { path, context, named } of files) {
    const { size } = await stat(join(folder, path))
    left -= size
    if (left < 0) throw invalid(`The files of the plan ${folder} have more than ${mostBytes} bytes.`)
    const text = await readFile(join(folder, path))
    sources.push({ path, text, ...(context && { context }), ...(named !== undefined && { named }) })
  }
  const texts = sources.map(({ text }) => new TextDecoder().decode(text as Uint8Array))
  return sources
    .filter(
      ({ named }, index) =>
        named === undefined || texts.some((text, at) => at !== index && names(text, named)),
    )
    .map(({ named: _named, ...source }) => source)
}

/** Returns whether a text contains an id such as `task-7`, also as `TASK-007`. */
const names = (text: string, id: string): boolean => {
  const [, prefix = '', number = ''] = /^(\D*)0*(\d.*)$/.exec(id) ?? []
  return new RegExp(`\\b${prefix}0*${number.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'i').test(text)
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'file' })
