import type { GitBackendV1 } from '@amelia/core'

export interface FileChange {
  readonly path: string
  readonly status: string
  readonly lines: readonly { readonly side: 'minus' | 'plus' | 'both'; readonly text: string }[]
}

/** Lists the changes of a commit by file: of the unchanged lines at both ends, two remain. */
export const listChanges = async (git: GitBackendV1, from: string, to: string): Promise<FileChange[]> => {
  const read = async (commit: string, path: string): Promise<string[]> => {
    const bytes = await git.readFile(commit, path)
    return bytes === null ? [] : new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n')
  }
  // The run's own files come after the work.
  const isReport = (path: string): number => Number(path.startsWith('docs/amelia/'))
  const entries = (await git.diff({ from, to })).sort((a, b) => isReport(a.path) - isReport(b.path))
  return Promise.all(
    entries.map(async ({ path, status }) => ({
      path,
      status,
      lines: compare(await read(from, path), await read(to, path)),
    })),
  )
}

const compare = (before: string[], after: string[]): FileChange['lines'] => {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const line = (side: 'minus' | 'plus' | 'both') => (text: string) => ({ side, text })
  return [
    ...before.slice(Math.max(0, start - 2), start).map(line('both')),
    ...before.slice(start, before.length - end).map(line('minus')),
    ...after.slice(start, after.length - end).map(line('plus')),
    ...after
      .slice(after.length - end)
      .slice(0, 2)
      .map(line('both')),
  ]
}
