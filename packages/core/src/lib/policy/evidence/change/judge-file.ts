import type { EvidenceChange } from '../../../event/evidence.ts'
import { diffLines } from '../../../text/diff-lines.ts'
import { isLockfile, isRunnerConfig } from '../is-runner-config.ts'
import type { DeclaredPaths } from './declared-paths.ts'
import type { Reachable } from './find-reachable.ts'
import { isCiFile } from './is-ci-file.ts'
import { readScripts } from './parse-manifest.ts'
import { runnerSettings } from './runner-settings.ts'
import { changedEntries } from './changed-entries.ts'
import { isSnapshot } from './is-snapshot.ts'

/** A changed file, with its contents. Absent where it does not exist. */
export interface ChangedFile {
  path: string
  before?: string
  after?: string
}

/** The facts that decide whether a changed file is listed. */
export interface FileFacts {
  declared: DeclaredPaths
  /** Scripts and files that the checks run, on the base and in the attempt. */
  reachable: Reachable
  /** Whether the attempt changes a dependency. */
  dependencies: boolean
}

/** A change that is listed. */
export interface FileChange extends EvidenceChange {
  /** Whether the base has nothing in its place. */
  added: boolean
  /** Whether it makes a script succeed whatever the code does. */
  trivial: boolean
}

/** Whether a path may name a file that {@link judgeFile} lists, before its content is known. */
export const mayDecide = (path: string, { files }: Reachable): boolean =>
  isManifest(path) ||
  isRunnerConfig(path) ||
  isCiFile(path) ||
  isLockfile(path) ||
  isSnapshot(path) ||
  files.has(path)

/**
 * Lists the changes of a file that decides what a check runs, or what its tests are compared with. The plan
 * may declare them, except scripts; a changed dependency explains a lockfile.
 */
export const judgeFile = (
  file: ChangedFile,
  { declared, reachable, dependencies }: FileFacts,
): FileChange[] => {
  const { path, before, after } = file
  const isDeclared = declared.has(path) || declared.removes(path)
  const added = before === undefined
  const shown = (kind: EvidenceChange['kind'], items: string[] = [], diff = diffOf(file)): FileChange[] => [
    { kind, path, items, ...boundDiff(diff), added, trivial: false },
  ]
  if (isManifest(path))
    return [...changedScripts(file, reachable), ...(isDeclared ? [] : changedSettings(file))]
  if (isSnapshot(path)) {
    const entries = added || isDeclared ? [] : changedEntries(before, after)
    return entries.length === 0
      ? []
      : shown(
          'snapshot',
          entries.map(({ name }) => name).filter((name) => name !== ''),
          entries.flatMap(summarize),
        )
  }
  if (isDeclared) return []
  if (isLockfile(path)) return dependencies ? [] : shown('lockfile', [], summarize(file))
  if (isCiFile(path)) return shown('ci')
  if (reachable.files.has(path)) return shown('script')
  return isRunnerConfig(path) ? changedSettings(file) : []
}

export const isManifest = (path: string): boolean => path === 'package.json' || path.endsWith('/package.json')

/** A new package in a folder brings its own scripts: of these only trivial ones count. */
const changedScripts = ({ path, before, after }: ChangedFile, { scripts }: Reachable): FileChange[] => {
  const [old, now] = [readScripts(before ?? ''), readScripts(after ?? '')]
  const isTrivial = (name: string): boolean => succeeds.test(now.get(name) ?? '')
  const changed = [...scripts]
    .filter((name) => old.get(name) !== now.get(name) && (!isNewPackage({ path, before }) || isTrivial(name)))
    .sort()
  if (changed.length === 0) return []
  const lines = (texts: ReadonlyMap<string, string>, sign: string): string[] =>
    changed.flatMap((name) =>
      texts.has(name) ? `${name}: ${texts.get(name)}`.split('\n').map((line) => sign + line) : [],
    )
  return [
    {
      kind: 'script',
      path,
      items: changed,
      ...boundDiff([...lines(old, '-'), ...lines(now, '+')]),
      added: changed.every((name) => !old.has(name)),
      trivial: changed.some(isTrivial),
    },
  ]
}

const isNewPackage = ({
  path,
  before,
}: Pick<ChangedFile, 'path'> & { before: string | undefined }): boolean =>
  before === undefined && path.includes('/')

/** Scripts that succeed without running anything, or whatever they run. */
const succeeds = /^\s*(?:true|:|exit\s+0|echo\b[^&|;]*)\s*$|(?:\|\||;)\s*(?:true|:|exit\s+0)\s*$/

const changedSettings = ({ path, before, after }: ChangedFile): FileChange[] => {
  const read = (text: string | undefined): string => (text === undefined ? '' : runnerSettings(path, text))
  const [old, now] = [read(before), read(after)]
  if (old === now || (isManifest(path) && isNewPackage({ path, before }))) return []
  const diff = boundDiff(diffOf({ before: old, after: now }))
  return [{ kind: 'config', path, items: [], ...diff, added: before === undefined, trivial: false }]
}

const diffOf = ({ before = '', after = '' }: Omit<ChangedFile, 'path'>): string[] => diffLines(before, after)

/** The diff of a file that nobody writes by hand, which may be binary. */
const summarize = (file: Omit<ChangedFile, 'path'>): string[] =>
  file.before?.includes('\0') || file.after?.includes('\0') ? ['Binary files differ'] : diffOf(file)

/** Most characters of a diff that an event and a question contain. */
const mostCharacters = 100_000

/** Keeps a diff that a person has to judge whole. Of one that is too large, it counts the lines left out. */
export const boundDiff = (lines: readonly string[]): Pick<EvidenceChange, 'diff' | 'unseen'> => {
  let room = mostCharacters
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0)
  const unseen = end < 0 ? 0 : lines.length - end
  if (unseen === 0) return { diff: [...lines] }
  return { diff: [...lines.slice(0, end), `... and ${unseen} more lines`], unseen }
}
