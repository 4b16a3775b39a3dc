import type { FoundFile, FoundFiles } from '@amelia/core/plugin'
import { matching } from '@amelia/markdown'

/** Finds the tasks of Backlog.md in a folder, and completed ones that a task may name. */
export const findBacklogFiles = (paths: readonly string[], name: string): FoundFiles | undefined => {
  const tasks = matching(paths, /^tasks\/[a-z][a-z0-9]{0,20}-\d+(?:\.\d+)*(?: - [^/]*)?\.md$/i)
  const isBacklog =
    /^\.?backlog$/i.test(name) ||
    paths.some((path) => /^config\.ya?ml$/i.test(path)) ||
    tasks.some((path) => path.includes(' - '))
  if (tasks.length === 0 || !isBacklog) return undefined
  const completed = paths.flatMap((path): FoundFile[] => {
    const [, named] = /^completed\/([a-z][a-z0-9]{0,20}-\d+(?:\.\d+)*)(?: - [^/]*)?\.md$/i.exec(path) ?? []
    return named === undefined ? [] : [{ path, named }]
  })
  return { tool: 'Backlog.md', files: [...tasks.map((path) => ({ path })), ...completed] }
}
