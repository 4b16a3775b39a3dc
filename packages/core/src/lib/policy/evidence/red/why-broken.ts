import type { BrokenFile, TestReport } from '../../../contract/test-report.ts'
import { isTestFile } from '../is-test-file.ts'
import { type MissingExport, missingExport } from './missing-export.ts'
import { type MissingModule, missingModules } from './missing-modules.ts'
import { firstLine } from '../../../text/first-line.ts'
import { countShared, subjectWords } from '../link/subject-words.ts'
import { tellingLine } from '../../../text/telling-line.ts'

export interface BrokenContext {
  runner: TestReport['runner']
  /** The attempt's test files. */
  testFiles: readonly string[]
  /**
   * Files, folders and patterns that the implementation declares to add. Empty: any module of the project.
   */
  promised: readonly string[]
  /** It may add other modules of the project too, and these words name it. */
  open?: { readonly words: readonly string[] } | undefined
}

/** Whether a file that did not load is a red, and why it did not load. */
export interface BrokenVerdict {
  red: boolean
  reason: string
}

/**
 * Why a test file did not load, and whether that counts as red: only when what is absent is a module of the
 * project, or an export of one, that the implementation is to bring.
 *
 * An absent package does not count, nor does a helper of the tests (a module among them, or in a folder of
 * tests), nor what does not parse. A module that Python reports and the plan does not declare may be a
 * package, so it counts only if the plan's words name it.
 */
export const whyBroken = (broken: BrokenFile, context: BrokenContext): BrokenVerdict => {
  const { message } = broken
  const modules = missingModules(message)
  if (modules.length > 0) {
    const judge = context.runner === 'pytest' ? judgePythonModule : judgeModule
    const verdicts = modules.map((module) => judge(module, broken, context))
    return verdicts.find(({ red }) => !red) ?? verdicts[0] ?? { red: false, reason: 'it did not load' }
  }
  // In Node a missing export is a SyntaxError: it is looked for before those.
  const absent = missingExport(message)
  if (absent !== undefined)
    return context.runner === 'pytest'
      ? judgePythonExport(absent)
      : judgeExport(absent, broken, context.promised)
  if (message.includes('process.exit')) return { red: false, reason: 'it calls process.exit' }
  if (/SyntaxError|IndentationError|TabError|PARSE_ERROR|Unexpected token|error TS1\d{3}/i.test(message))
    return { red: false, reason: 'it does not parse' }
  if (/No test suite found|must contain at least one test/.test(message))
    return { red: false, reason: 'it holds no test' }
  return { red: false, reason: `it did not load: ${tellingLine(message) || 'the runner gives no reason'}` }
}

const judgeModule = (
  { specifier, importer }: MissingModule,
  { file }: BrokenFile,
  { testFiles, promised, open }: BrokenContext,
): BrokenVerdict => {
  const path = resolvePath(specifier, importer ?? file, file)
  const named = promised.some((entry) => keeps(entry, path))
  const shown = firstLine(isAlias(specifier) ? specifier : path)
  if (!isProject(specifier) && !promised.some((entry) => namesFromRoot(specifier, entry)))
    return { red: false, reason: `package ${firstLine(specifier)} is not installed` }
  if (path.split('/').includes('node_modules'))
    return { red: false, reason: `package file ${shown} is missing` }
  if (named || isAlias(specifier)) return { red: true, reason: `module ${shown} is absent` }
  if (isTestFile(path) || testFiles.some((test) => sameModule(test, path)))
    return { red: false, reason: `test helper ${shown} is missing` }
  return promised.length > 0 && !open
    ? { red: false, reason: `module ${shown} is absent and not among the files of the implementation` }
    : { red: true, reason: `module ${shown} is absent` }
}

const judgeExport = (
  { specifier }: MissingExport,
  { file }: BrokenFile,
  promised: readonly string[],
): BrokenVerdict => {
  const path = resolvePath(specifier, file, file)
  const shown = firstLine(specifier)
  if (!isProject(specifier)) return { red: false, reason: `package ${shown} lacks an export` }
  if (!isAlias(specifier) && isTestFile(path) && !promised.some((entry) => keeps(entry, path)))
    return { red: false, reason: `test helper ${shown} lacks an export` }
  return { red: true, reason: `an export of ${shown} is absent` }
}

const judgePythonModule = (
  { specifier }: MissingModule,
  _: BrokenFile,
  { promised, open }: BrokenContext,
): BrokenVerdict => {
  const path = specifier.replaceAll('.', '/')
  const shown = firstLine(specifier)
  // Folders in front may be on Python's own path. A package that is absent as a whole is named by its first
  // part.
  const holds = (entry: string): boolean =>
    keeps(entry, path) || `/${entry.replace(/\.py$/, '')}/`.includes(`/${path}/`)
  if (promised.some(holds)) return { red: true, reason: `module ${shown} is absent` }
  if (isTestFile(`${path}.py`)) return { red: false, reason: `test helper ${shown} is missing` }
  if (open && countShared(subjectWords(specifier), new Set(open.words)) > 0)
    return { red: true, reason: `module ${shown} is absent` }
  return {
    red: false,
    reason: `${shown} is not installed, and not among the files that the implementation declares`,
  }
}

const judgePythonExport = ({ specifier, file }: MissingExport): BrokenVerdict => {
  const shown = firstLine(specifier)
  if (isTestFile(`${specifier.replaceAll('.', '/')}.py`))
    return { red: false, reason: `test helper ${shown} lacks a name` }
  // Packages and Python's own modules lie in such folders, also in an environment inside the workspace.
  const foreign = file?.split('/').some((part) => /^(?:site-packages|dist-packages|python\d.*)$/.test(part))
  if (foreign === true) return { red: false, reason: `package ${shown} lacks a name` }
  return { red: true, reason: `a name of ${shown} is absent` }
}

/**
 * Names of packages begin neither with a dot, nor a slash, nor a sign that projects use for their aliases.
 */
const isProject = (specifier: string): boolean =>
  specifier.startsWith('.') ||
  specifier.startsWith('/') ||
  specifier.startsWith(workspace) ||
  specifier.startsWith('file:') ||
  isAlias(specifier)

/** `#lib/add`, `~/add`, `@/add`, `$lib/add`: where it leads is the project's own affair. */
const isAlias = (specifier: string): boolean => /^(?:[#$]|[~@]\/)/.test(specifier)

const workspace = '<workspace>/'

/**
 * Makes a path relative to the workspace's root if possible. Other absolute paths lose only their first
 * slash.
 */
const resolvePath = (specifier: string, importer: string, file: string): string => {
  const plain = specifier.replace(/^file:\/\//, '')
  if (plain.startsWith(workspace)) return plain.slice(workspace.length)
  const from = importer.replace(/^file:\/\//, '')
  const root = from.endsWith(`/${file}`) && from.startsWith('/') ? from.slice(0, -file.length) : undefined
  const local = (path: string): string =>
    path.startsWith(workspace)
      ? path.slice(workspace.length)
      : root !== undefined && path.startsWith(root)
        ? path.slice(root.length)
        : path.replace(/^\//, '')
  if (!plain.startsWith('.')) return local(plain)
  // Jest and Vite give the importer relative to their own root, which may be a folder of the workspace.
  const importing = local(from)
  const base = file.endsWith(`/${importing}`) ? file : importing
  const parts = base.split('/').slice(0, -1)
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** Whether a declared file, folder or pattern covers a module. */
const keeps = (entry: string, path: string): boolean => {
  const star = entry.indexOf('*')
  const plain = star < 0 ? entry : entry.slice(0, entry.lastIndexOf('/', star) + 1)
  const folder = plain.endsWith('/') ? plain : `${plain}/`
  if (star >= 0 && plain === '') return true
  return path.startsWith(folder) || (star < 0 && sameModule(plain, path))
}

/** `src/add`, where a project resolves modules from its root: declared so, and no scoped package. */
const namesFromRoot = (specifier: string, entry: string): boolean =>
  specifier.includes('/') && !specifier.startsWith('@') && !entry.startsWith('*') && keeps(entry, specifier)

/**
 * Whether two paths name one module. Extensions and `/index` are ignored, and one path may have more leading
 * folders.
 */
const sameModule = (left: string, right: string): boolean =>
  namesOf(left).some((one) =>
    namesOf(right).some((other) => one === other || endsWith(one, other) || endsWith(other, one)),
  )

/** A name alone is not enough: there are many `index` and `utils`. */
const endsWith = (path: string, end: string): boolean => end.includes('/') && path.endsWith(`/${end}`)

const namesOf = (path: string): string[] => {
  const stem = path.replace(/(?:\.d)?\.[a-z]{1,6}$/, '')
  return [path, stem, stem.replace(/\/(?:index|__init__)$/, '')]
}
