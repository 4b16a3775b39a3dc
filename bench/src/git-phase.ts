import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { nativeGit } from '@amelia/node'
import { printTable } from './table.ts'

/**
 * Measures the git work of one phase: 5 changed files, a packed repository, a reused slot, no check. Wall
 * time in ms, mean of the rounds.
 */
const rounds = 8

const measure = async (files: number): Promise<Map<string, number>> => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  const repo = join(folder, 'repo')
  try {
    for (let i = 0; i < files; i++) {
      const path = join(repo, `src/pkg${i % 20}/mod${i % 7}/file${i}.js`)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, `export const v${i} = ${i}\n`.repeat(20))
    }
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', stdio: 'pipe' })
    git('init', '-qb', 'main')
    git('config', 'gc.auto', '0')
    git('config', 'user.name', 'A Person')
    git('config', 'user.email', 'person@example.org')
    git('add', '-A')
    git('commit', '-qm', 'Begin')
    git('gc', '-q')
    const backend = nativeGit({ repo, slots: join(folder, 'slots') })
    const spent = new Map<string, number>()
    let head = git('rev-parse', 'main').trim()
    await backend.updateRefs([
      { ref: 'refs/amelia/r1/head', new: head, old: null },
      { ref: 'refs/heads/amelia/x', new: head, old: null },
    ])
    for (let round = -1; round < rounds; round++) {
      if (round === 0) spent.clear()
      const lap = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
        const began = performance.now()
        const value = await work()
        spent.set(name, (spent.get(name) ?? 0) + (performance.now() - began) / rounds)
        return value
      }
      const id = `p${round + 1}`
      const workspace = await lap('open', () => backend.openWorkspace({ runId: 'r1', base: head }))
      for (let i = 0; i < 5; i++) {
        const at = ((round + 1) * 5 + i) % files
        await workspace.fs.writeFile(`/src/pkg${at % 20}/mod${at % 7}/file${at}.js`, `// ${id}\n`)
      }
      const changes = await lap('changed paths', () => backend.changedPaths(workspace))
      const request = { message: `Phase ${id}\n`, date: 1_700_000_000 + round, changes }
      const { commit, tree } = await lap('commit', () =>
        backend.commitAttempt(workspace, { ...request, ref: `refs/amelia/r1/attempt/${id}/1` }),
      )
      await lap('reset', () => backend.resetWorkspace(workspace, commit))
      await lap('hooks', () =>
        backend.runHooks!(workspace, { commit, message: 'x\n', signal: new AbortController().signal }),
      )
      const ref = `refs/amelia/r1/candidate/${id}`
      const done = await lap('compose', () =>
        backend.compose({
          ref,
          tree,
          parent: head,
          files: {},
          message: `Phase ${id}\n`,
          date: 1_700_000_000,
        }),
      )
      await lap('look at target', () =>
        Promise.all([backend.readRef('refs/heads/amelia/x'), backend.whyHeld('refs/heads/amelia/x')]),
      )
      await lap('move refs', () =>
        backend.updateRefs([
          { ref: 'refs/amelia/r1/head', new: done, old: head },
          { ref: `refs/amelia/r1/phase/${id}`, new: done, old: null },
          { ref, new: null, old: done },
          { ref: 'refs/heads/amelia/x', new: done, old: head },
        ]),
      )
      await lap('close', () => backend.closeWorkspace(workspace))
      head = done
    }
    return spent
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const small = await measure(1_000)
const large = await measure(10_000)
const rows = [...small.keys()].map((name) => [name, small.get(name)!.toFixed(0), large.get(name)!.toFixed(0)])
const total = (spent: Map<string, number>): string =>
  [...spent.values()].reduce((sum, ms) => sum + ms, 0).toFixed(0)
printTable(
  ['step', '1,000 files (ms)', '10,000 files (ms)'],
  [...rows, ['total', total(small), total(large)]],
)
