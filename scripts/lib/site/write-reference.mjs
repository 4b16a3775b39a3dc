import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Application, Converter } from 'typedoc'
import { packageFolders, readJson, root } from '../project.mjs'
import { findUndocumented } from '../find-undocumented.mjs'
import { findUnlinked } from '../find-unlinked.mjs'
import { groupByTask } from './group-by-task.mjs'
import { listReexports } from './list-reexports.ts'
import { spellOutUnions } from '../spell-out-unions.mjs'

/** Entry file of each door, with its name: `@amelia/core/plugin`. */
const doors = new Map(
  packageFolders().flatMap((folder) => {
    const { name, exports } = readJson(`${folder}/package.json`)
    return Object.entries(exports)
      .filter(([, targets]) => targets['amelia-source'] !== undefined)
      .map(([path, targets]) => [`${folder}/${targets['amelia-source'].slice(2)}`, name + path.slice(1)])
  }),
)

/** Whether the page of a door, two folders above the page of a symbol, has a link to it. */
const isListed = (path, pages) => {
  const [file, kind] = path.split(sep).reverse()
  const index = join(path, '../..', 'index.md')
  return (pages.get(index) ?? '').includes(`(${kind}/${file})`)
}

/** The site writes a hyphen in the address of a heading where its text has an underscore. */
const fixAnchors = (text) =>
  text.replace(/(\]\([^)#\s]*#)([^)\s]+)\)/g, (_, start, hash) => `${start}${hash.replaceAll('_', '-')})`)

const packages = new Set(packageFolders().map((folder) => readJson(`${folder}/package.json`).name))

/**
 * Writes the reference of every door from the docstrings, one page per symbol. Returns the problems: warnings
 * of TypeDoc, and symbols without a docstring.
 */
export const writeReference = async (folder) => {
  const entryPoints = [...doors.keys()].filter((file) => file.endsWith('.ts'))
  const app = await Application.bootstrapWithPlugins({ entryPoints, out: folder })
  const problems = []
  const warn = app.logger.warn.bind(app.logger)
  app.logger.warn = (text, ...rest) => {
    problems.push(text)
    warn(text, ...rest)
  }
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    (context) => {
      groupByTask(context.project, doors)
      spellOutUnions(context)
    },
    1_000,
  )
  const project = await app.convert()
  if (project === undefined) return ['TypeDoc could not read the sources.']
  app.validate(project)
  await app.generateOutputs(project)
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.md'))
  const read = (path) => readFileSync(join(folder, path), 'utf8')
  const firstPages = paths.filter((path) => path.endsWith('index.md'))
  const pages = new Map(firstPages.map((path) => [path, read(path)]))
  listReexports(pages)
  for (const path of paths) writeFileSync(join(folder, path), fixAnchors(pages.get(path) ?? read(path)))
  const undocumented = findUndocumented(project).map(
    (line) => `${line.replace(`${root}/`, '')}: write a docstring`,
  )
  const unlisted = paths
    .filter((path) => !path.endsWith('index.md') && !isListed(path, pages))
    .map((path) => `${path}: the page of its door does not list it`)
  const isOwn = (name) => packages.has(name)
  const unlinked = findUnlinked(project, isOwn).map((line) => `${line}: export the type from a door`)
  return [...problems, ...undocumented, ...unlinked, ...unlisted]
}
