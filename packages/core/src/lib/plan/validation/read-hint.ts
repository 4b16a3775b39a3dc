import type { Phase } from '../model/phase.ts'
import { checkPath } from './check-path.ts'

/**
 * Reads the path of a file that a part declares, without a step that writes it. Unlike the path of a step, it
 * may have the separators of Windows.
 */
export const readHint = (path: string): ReturnType<typeof checkPath> =>
  checkPath(path.includes('\\') ? path.replace(/\\+/g, '/') : path)

/** Normalises the declared files of phases, and drops those that are outside of the repository. */
export const keepHints = (phases: readonly Phase[]): Phase[] =>
  phases.map((phase) => ({
    ...phase,
    files: keep(phase.files),
    subtasks: phase.subtasks.map((subtask) => ({ ...subtask, files: keep(subtask.files) })),
  }))

const keep = (files: readonly string[]): string[] => {
  if (files.every(isPlain)) return [...files]
  return [
    ...new Set(
      files.flatMap((path) => {
        const read = readHint(path)
        if ('path' in read) return [read.path]
        return read.outside === true ? [] : [path]
      }),
    ),
  ]
}

const isPlain = (path: string): boolean => {
  const read = checkPath(path)
  return 'path' in read && read.path === path
}
