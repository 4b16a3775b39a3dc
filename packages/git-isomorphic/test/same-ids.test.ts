import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRun, type Host, type PlanDraft } from '@amelia/core'
import { createManualClock, createMemoryStore, createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { memfs } from 'memfs'
import { afterEach, describe, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-same-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lines = (change: Record<number, string> = {}): string =>
  `${Array.from({ length: 30 }, (_, index) => change[index] ?? `line ${index}`).join('\n')}\n`

const git = (repo: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repo, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()

/** Creates a packed repository with a file of each kind. */
const createRepository = (): string => {
  const repo = join(folder, 'native')
  mkdirSync(join(repo, 'src/deep'), { recursive: true })
  git(repo, 'init', '-qb', 'main')
  git(repo, 'config', 'user.name', 'Ünï Person.')
  git(repo, 'config', 'user.email', '<person@example.org>')
  writeFileSync(join(repo, 'all.txt'), lines())
  writeFileSync(join(repo, 'src/run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(
    join(repo, 'src/deep/data.bin'),
    Uint8Array.from({ length: 300 }, (_, index) => index % 256),
  )
  writeFileSync(join(repo, '.gitignore'), '*.log\n')
  fs.symlinkSync('../all.txt', join(repo, 'src/link'))
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Begin')
  git(repo, 'gc', '-q')
  return repo
}

const plan: PlanDraft = {
  title: 'Same everywhere',
  phases: [
    { id: '1', title: 'Prepare', body: 'Prepare.' },
    { id: '2a', title: 'One side', body: 'Do 2a.', dependsOn: ['1'] },
    { id: '2b', title: 'Other side', body: 'Do 2b.', dependsOn: ['1'] },
    { id: '3', title: 'End', body: 'End.', dependsOn: ['2a', '2b'] },
  ],
}

/** Runs the plan: 2a and 2b start on one head, and 2b ends after 2a is integrated, so it is merged. */
const runOn = async (host: Host) => {
  let integrated = (): void => {}
  const first = new Promise<void>((resolve) => {
    integrated = resolve
  })
  let both = (): void => {}
  const begun = new Promise<void>((resolve) => {
    both = resolve
  })
  let beside = 0
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs: files } }) => {
    const id = /working on phase (\w+) /.exec(prompt)?.[1]
    if (id === '1') {
      await files.writeFile('/src/new/ünï 👩‍💻.txt', 'new\n')
      await files.writeFile('/src/new/\uff61.txt', 'sorted by bytes\n')
      await files.writeFile('/src/run.sh', '#!/bin/sh\necho\n')
      await files.writeFile('/build.log', 'ignored\n')
      await files.rm('/src/link')
    } else if (id === '3') {
      await files.rm('/src/new', { recursive: true })
      await files.writeFile('/src/new', 'a file now, without a last line feed')
      await files.rm('/src/deep', { recursive: true })
    } else {
      beside += 1
      if (beside === 2) both()
      await begun
      if (id === '2b') await first
      await files.writeFile('/all.txt', lines(id === '2a' ? { 2: 'of a' } : { 20: 'of b', 27: 'of b' }))
      await files.writeFile(`/src/${id}.bin`, Uint8Array.of(0, 255, id === '2a' ? 1 : 2))
    }
  })
  const run = await createRun({
    plan,
    driver,
    host: { ...host, clock: createManualClock(), uniqueId: () => 'same' },
    trust: 'autonomous',
  })
  const merged: boolean[] = []
  run.on('phase_completed', ({ phaseId }) => {
    if (phaseId === '2a') integrated()
  })
  run.on('commit_integrated', (event) => merged.push(event.merged))
  const report = await run.start()
  // A statement names the place where its checks ran.
  const refs = [...(await host.git.listRefs('refs/'))].filter(([name]) => !name.endsWith('/proof'))
  return { report, merged, refs: Object.fromEntries(refs) }
}

const isomorphic = (options: Parameters<typeof createIsomorphicGit>[0]): Host => ({
  git: createIsomorphicGit(options),
  store: createMemoryStore(),
  clock: createManualClock(),
  uniqueId: () => 'same',
})

/** Copies a folder of the disk to a file system in memory. */
const copyIn = (from: string, to: string, memory: ReturnType<typeof memfs>['fs']): void => {
  memory.mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), `${to}/${name}`]
    if (statSync(source).isDirectory()) copyIn(source, target, memory)
    else memory.writeFileSync(target, readFileSync(source))
  }
}

describe('one run, native git and isomorphic git', () => {
  it('produces the same commits, trees and references, on a disk and in memory, and git accepts them', async () => {
    const repo = createRepository()
    const copy = join(folder, 'copy')
    cpSync(repo, copy, { recursive: true, verbatimSymlinks: true })
    const { fs: memory } = memfs()
    copyIn(join(repo, '.git'), '/repo/.git', memory)

    // The report names the confinement of a host that has one, and whether it can sign.
    const { confinement: _, proof: _signs, ...host } = nodeHost({ repo, slots: join(folder, 'slots') })
    const native = await runOn(host)
    expect(native.report.status).toBe('completed')
    expect(native.merged).toContain(true)
    const onDisk = await runOn(isomorphic({ fs, dir: copy }))
    const inMemory = await runOn(isomorphic({ fs: memory, dir: '/repo' }))

    expect(native.refs[`refs/amelia/${native.report.runId}/head`]).toMatch(/^[0-9a-f]{40}$/)
    expect(Object.keys(native.refs).length).toBeGreaterThan(6)
    expect(onDisk.refs).toEqual(native.refs)
    expect(inMemory.refs).toEqual(native.refs)
    expect(git(copy, 'log', '--format=%H %T', native.report.target)).toBe(
      git(repo, 'log', '--format=%H %T', native.report.target),
    )
    git(copy, 'fsck', '--strict', '--no-dangling')
    expect(git(copy, 'status', '--porcelain')).toBe('')
  })
})
