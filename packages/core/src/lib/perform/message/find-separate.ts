import type { Change } from '../../contract/git/change.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { quoteCommand } from '../../text/quote-command.ts'

/** Most paths that a message repeats in commands. */
const maxNamed = 5

/** Returns why changes in other repositories than the run's cannot be committed, and how to repair them. */
export const findSeparate = async (
  git: Pick<GitBackendV1, 'readFile'>,
  { base }: Pick<Workspace, 'base'>,
  { phaseId, changes }: { phaseId: string; changes: readonly Change[] },
): Promise<{ blocker: 'path_refused'; message: string; details: string[] } | undefined> => {
  const pathsOf = (wanted: Change['kind']): string[] =>
    changes.filter(({ kind }) => kind === wanted).map(({ path }) => path)
  const [inside, nested] = [pathsOf('in_submodule'), pathsOf('nested_repository')]
  if (inside.length + nested.length === 0) return undefined
  const known = readPaths(await git.readFile(base, '.gitmodules'))
  const repositories = nested.filter((path) => !known.has(path))
  const empty = nested.filter((path) => known.has(path))
  const sentences: string[] = []
  if (repositories.length > 0)
    sentences.push(
      `Phase ${phaseId} created git repositories inside the repository, which cannot be committed. To commit their files instead: ${removeCommand(repositories)}. Or let git ignore their folders.`,
    )
  if (empty.length > 0)
    sentences.push(
      `Phase ${phaseId} changed submodules that workspaces cannot record, because they are not initialised or the run is in place: ${nameSome(empty)}. Undo the changes, or initialise the submodules before the run: git submodule update --init`,
    )
  if (inside.length > 0)
    sentences.push(
      `Phase ${phaseId} changed files inside submodules without committing them there: ${nameSome(inside)}. They would be lost. Commit them in the submodule, whose new commit the phase then records, or undo the changes.`,
    )
  return { blocker: 'path_refused', message: sentences.join('\n'), details: [...nested, ...inside] }
}

/** Reads the paths of a `.gitmodules`, as far as a message needs them. */
const readPaths = (content: Uint8Array | null): Set<string> => {
  const lines = content === null ? [] : new TextDecoder().decode(content).split('\n')
  const settings = lines.map((line) => line.split('=').map((part) => part.trim()))
  return new Set(
    settings.flatMap(([key, value = '']) => (key === 'path' ? value.replace(/^"(.*)"$/, '$1') : [])),
  )
}

const removeCommand = (paths: readonly string[]): string => {
  // The program would take a name that begins with a hyphen for an option.
  const named = paths.slice(0, maxNamed).map((path) => `${path.replace(/^-/, './-')}/.git`)
  return `${quoteCommand(['rm', '-rf', ...named])}${paths.length > maxNamed ? ', and likewise the others' : ''}`
}

const nameSome = (paths: readonly string[]): string => {
  const left = paths.length - maxNamed
  return `${paths.slice(0, maxNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}
