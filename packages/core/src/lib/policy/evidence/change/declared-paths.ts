import type { Phase } from '../../../plan/model/phase.ts'
import { coversPath } from './covers-path.ts'

/** The files that a phase declares. */
export interface DeclaredPaths {
  /** Whether the plan names the file, one of its folders, or a pattern that covers it. */
  has(path: string): boolean
  /** Whether the plan says that the file is to be deleted or moved. */
  removes(path: string): boolean
  /** Every declared entry. */
  entries: readonly string[]
  /** The entries that must exist afterwards: the plan does not delete or move them. */
  expected: readonly string[]
}

/** Most lines of a phase's text that are read for deletions. */
const maxLines = 5_000

/**
 * Reads the files that a phase declares.
 *
 * The plan's list of files names them all alike, so `Delete:`, `Remove:`, `Move:` and `Rename:` are read from
 * the lines of the phase's text.
 */
export const declaredPaths = ({
  body,
  files,
  subtasks,
}: Pick<Phase, 'body' | 'files' | 'subtasks'>): DeclaredPaths => {
  const entries = declaredEntries({ files, subtasks })
  const removed = [body, ...subtasks.map((subtask) => subtask.body)]
    .flatMap((text) => text.split('\n', maxLines))
    .flatMap(removedPaths)
  const removes = (path: string): boolean => removed.some((entry) => coversPath(entry, path))
  return {
    entries,
    expected: entries.filter((entry) => !removes(entry)),
    has: (path) => entries.some((entry) => coversPath(entry, path)),
    removes,
  }
}

/** Lists the files, folders and patterns that a phase, its subtasks and its steps name. */
export const declaredEntries = ({ files, subtasks }: Pick<Phase, 'files' | 'subtasks'>): string[] => {
  const steps = subtasks.flatMap((subtask) => subtask.steps.flatMap(({ filePath }) => filePath ?? []))
  return [...new Set([...files, ...subtasks.flatMap((subtask) => subtask.files), ...steps])]
}

/** The paths of a line such as `- Delete: \`test/a.test.js\``; a path has to follow the verb. */
const removedPaths = (line: string): string[] => {
  const found = /^[\s>*_-]{0,40}(delete|remove|move|rename)[*_]{0,3}:?[*_]{0,3}[ \t]+(.{1,1000})/i.exec(line)
  if (!found) return []
  const [, verb = '', rest = ''] = found
  const words = rest.split(/[\s`*_"',;()]+/).filter((word) => word !== '')
  const isPath = (word: string): boolean => /\/|\.\w+$/.test(word)
  if (!isPath(words[0] ?? '')) return []
  return /^(?:move|rename)$/i.test(verb) ? words.slice(0, 1) : words.filter(isPath)
}
