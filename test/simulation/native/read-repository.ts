import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedRepository } from '../simulated-place.ts'

type View = Pick<SimulatedRepository, 'refs' | 'filesOf' | 'commitOf' | 'log' | 'setRef' | 'addCommit'>

/**
 * Reads and changes a repository on disk with the git program alone, like a person. Synchronous, so simulated
 * processes do not notice.
 */
export const readRepository = (repository: string): View => {
  const git = (args: string[], options: { input?: string; env?: Record<string, string> } = {}): string =>
    execFileSync('git', ['-C', repository, ...args], {
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
      input: options.input ?? '',
      env: { ...process.env, ...options.env },
    }).trimEnd()
  const commits = new Map<string, ReturnType<View['commitOf']>>()
  const readRefs = (): Map<string, string> => {
    const lines = git(['for-each-ref', '--format=%(refname) %(objectname)']).split('\n')
    return new Map(lines.map((line) => line.split(' ') as [string, string]))
  }
  const index = join(repository, '.git/index-of-a-person')
  return {
    refs: { get: (ref) => readRefs().get(ref), keys: () => readRefs().keys() },
    commitOf(id) {
      const known = commits.get(id)
      if (known) return known
      if (!/^[0-9a-f]{40}$/.test(id)) return undefined
      const text = git(['log', '-1', '--format=%T%x00%P%x00%ct%x00%B', id])
      const [tree = '', parent = '', date = '', message = ''] = text.split('\0')
      const commit = { tree, parent: parent || null, message, date: Number(date) }
      commits.set(id, commit)
      return commit
    },
    log: (commit) => git(['rev-list', '--topo-order', commit]).split('\n'),
    filesOf(commit) {
      const entries = git(['ls-tree', '-r', '-z', commit]).split('\0')
      const files = new Map<string, string>()
      for (const entry of entries) {
        const [, id, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? []
        if (id === undefined || path === undefined) continue
        files.set(path, execFileSync('git', ['-C', repository, 'cat-file', 'blob', id], { encoding: 'utf8' }))
      }
      return files
    },
    setRef: (ref, commit) => void git(['update-ref', ...(commit === null ? ['-d', ref] : [ref, commit])]),
    addCommit(parent, files, message = 'By hand') {
      const env = { GIT_INDEX_FILE: index }
      const lines = Object.entries(files).map(([path, text]) => {
        const id = git(['hash-object', '-w', '--stdin'], { input: text })
        return `100644 ${id}\t${path}\n`
      })
      git(['update-index', '--add', '--index-info'], { input: lines.join(''), env })
      const tree = git(['write-tree'], { env })
      rmSync(index)
      return git(['commit-tree', ...(parent === null ? [] : ['-p', parent]), '-m', message, tree])
    },
  }
}
