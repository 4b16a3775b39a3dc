import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createIsomorphicGit, memoryFileSystem, type PromiseFileSystem } from '@amelia/git-isomorphic'
import { median, printTable } from './table.ts'

/**
 * Measures the git work of one phase in memory: 5 changed files, a packed repository. Wall time in ms, median
 * and minimum of the rounds.
 */
const rounds = 12

/** Creates a packed repository like a clone's, with its git folder copied into memory. */
const createRepository = async (files: number): Promise<PromiseFileSystem> => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  try {
    for (let i = 0; i < files; i++) {
      const path = join(folder, pathOf(i))
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, `export const v${i} = ${i}\n`.repeat(20))
    }
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' })
    git('init', '-qb', 'main')
    git('config', 'gc.auto', '0')
    git('config', 'user.name', 'A Person')
    git('config', 'user.email', 'person@example.org')
    git('add', '-A')
    git('commit', '-qm', 'Begin')
    git('gc', '-q')
    const fs = memoryFileSystem()
    await fs.mkdir('/repo')
    await copyIn(fs, join(folder, '.git'), '/repo/.git')
    await fs.unlink('/repo/.git/index')
    return fs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pathOf = (i: number): string => `src/pkg${i % 20}/mod${i % 7}/file${i}.js`

const copyIn = async (fs: PromiseFileSystem, from: string, to: string): Promise<void> => {
  await fs.mkdir(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), `${to}/${name}`]
    if (statSync(source).isDirectory()) await copyIn(fs, source, target)
    else await fs.writeFile(target, readFileSync(source))
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const usedBytes = (): number => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const measure = async (files: number): Promise<Map<string, string>> => {
  const backend = createIsomorphicGit({ fs: await createRepository(files), dir: '/repo' })
  const spent = new Map<string, number[]>()
  const lap = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    const began = performance.now()
    const value = await work()
    spent.set(name, [...(spent.get(name) ?? []), performance.now() - began])
    return value
  }
  let head = await lap('first look: pack and index are read', async () => {
    const { head: found } = await backend.inspect()
    return found!
  })
  await backend.updateRefs([{ ref: 'refs/amelia/r1/head', new: head, old: null }])

  const before = usedBytes()
  const opened = await Promise.all(
    Array.from({ length: 100 }, () => backend.openWorkspace({ runId: 'r0', base: head })),
  )
  for (const { fs } of opened) {
    await fs.readdir('/src')
    await fs.readFile(`/${pathOf(0)}`)
  }
  const each = (usedBytes() - before) / opened.length
  for (const workspace of opened) await backend.closeWorkspace(workspace)

  const attempt = async (id: string, first: number, base: string) => {
    const workspace = await lap('open a workspace', () => backend.openWorkspace({ runId: 'r1', base }))
    await lap('list a folder, read and write 5 files', async () => {
      await workspace.fs.readdir('/src/pkg0')
      for (let i = first; i < first + 5; i++) {
        const text = new TextDecoder().decode(await workspace.fs.readFile(`/${pathOf(i % files)}`))
        await workspace.fs.writeFile(`/${pathOf(i % files)}`, `// ${id}\n${text}`)
      }
    })
    const changes = await lap('changed paths', () => backend.changedPaths(workspace))
    const request = { ref: `refs/amelia/r1/attempt/${id}/1`, message: `Phase ${id}\n`, date: 1, changes }
    const { commit, tree } = await lap('commit 5 files', () => backend.commitAttempt(workspace, request))
    await lap('reset to the attempt', () => backend.resetWorkspace(workspace, commit))
    await lap('close', () => backend.closeWorkspace(workspace))
    return { commit, tree }
  }
  const integrate = async (id: string, tree: string): Promise<string> => {
    const ref = `refs/amelia/r1/candidate/${id}`
    const files = { [`docs/amelia/x/phase-${id}/summary.md`]: `# ${id}\n` }
    return backend.compose({ ref, tree, parent: head, files, message: `Phase ${id}\n`, date: 1 })
  }
  const moveHead = (id: string, commit: string): Promise<void> =>
    backend.updateRefs([
      { ref: 'refs/amelia/r1/head', new: commit, old: head },
      { ref: `refs/amelia/r1/phase/${id}`, new: commit, old: null },
      { ref: `refs/amelia/r1/candidate/${id}`, new: null, old: commit },
    ])

  for (let round = 0; round < rounds; round++) {
    // Two phases on one head: the first is integrated directly, the second is merged.
    const [one, two] = [`${round}a`, `${round}b`]
    const first = await attempt(one, round * 10, head)
    const second = await attempt(two, round * 10 + 5, head)
    const done = await lap('compose', () => integrate(one, first.tree))
    await lap('move references', () => moveHead(one, done))
    head = done
    const joined = await lap('merge and compose a parallel phase', async () => {
      const merged = await backend.merge({ ours: head, theirs: second.commit })
      if ('conflicts' in merged) throw new Error(`conflicts: ${merged.conflicts.join(', ')}`)
      return integrate(two, merged.tree)
    })
    await lap('move references', () => moveHead(two, joined))
    head = joined
  }
  const rows = [...spent].map(([name, times]): [string, string] => [
    name,
    `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)}) ms`,
  ])
  return new Map([...rows, ['memory of a workspace that was looked into', `${(each / 1024).toFixed(1)} kB`]])
}

const small = await measure(1_000)
const large = await measure(10_000)
printTable(
  ['step', '1,000 files', '10,000 files'],
  [...small.keys()].map((name) => [name, small.get(name) ?? '', large.get(name) ?? '']),
)
