import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nodeHost, type NodeHostOptions } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
const hosts: Host[] = []

beforeEach(() => {
  user = createRepository()
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.git.removeWorkspaces?.('r1', { all: true })
  user.close()
})

const create = (options: NodeHostOptions = {}): Host => {
  const host = nodeHost({ repo: user.repo, slots: user.slots, graceMs: 200, ...options })
  hosts.push(host)
  return host
}
const open = ({ git }: Host, phase: string, more: { slot?: string } = {}): Promise<Workspace> =>
  git.openWorkspace({ runId: 'r1', phase, base: user.base, ...more })
const shown = 'echo $AMELIA_RUN,$AMELIA_PHASE,$AMELIA_SLOT,$AMELIA_PORT,$TMPDIR'
const show = async ({ commands }: Host, workspace: Workspace): Promise<string> => {
  const { signal } = new AbortController()
  const { output } = await commands!.run({ argv: ['sh', '-c', shown], workspace, signal })
  return output.trim()
}
const expected = ({ env = {} }: Workspace, phase: string): string =>
  ['r1', phase, env['AMELIA_SLOT'], env['AMELIA_PORT'], env['TMPDIR']].join(',')

it('gives each open workspace, set-up and command its own variables, also of two hosts', async () => {
  const [one, two] = [create({ setup: [['sh', '-c', `${shown} > set-up`]] }), create()]
  const opened = await Promise.all([open(one, 'a'), open(one, 'b'), open(two, 'c')])
  for (const name of ['AMELIA_SLOT', 'AMELIA_PORT', 'TMPDIR'])
    expect(new Set(opened.map(({ env }) => env?.[name])).size).toBe(3)
  for (const [at, phase] of ['a', 'b', 'c'].entries()) {
    const workspace = opened[at]!
    expect(await show(at < 2 ? one : two, workspace)).toBe(expected(workspace, phase))
    if (at < 2)
      expect(readFileSync(join(workspace.dir!, 'set-up'), 'utf8').trim()).toBe(expected(workspace, phase))
    await (at < 2 ? one : two).git.closeWorkspace(workspace)
    expect(existsSync(workspace.env!['TMPDIR']!)).toBe(false)
  }
})

it('empties the temporary folder when the tree is reset, and keeps it for a continuation', async () => {
  const host = create()
  const workspace = await open(host, 'a')
  const folder = workspace.env!['TMPDIR']!
  writeFileSync(join(folder, 'lock'), '')
  await host.git.resetWorkspace(workspace, user.base)
  expect(readdirSync(folder)).toEqual([])
  await host.git.closeWorkspace(workspace)
  const again = await open(host, 'b', { slot: workspace.slot! })
  expect(again.env).toEqual({ ...workspace.env, AMELIA_PHASE: 'b' })
  expect(existsSync(folder)).toBe(true)
})

it('keeps the ports of an abandoned workspace until its run ends', async () => {
  const host = create()
  const workspace = await open(host, 'a')
  await host.git.closeWorkspace(workspace, { abandoned: true })
  const other = await open(host, 'b')
  expect(other.env!['AMELIA_PORT']).not.toBe(workspace.env!['AMELIA_PORT'])
  // Another process may reserve the range at once, with the same folder.
  const own = join(workspace.env!['TMPDIR']!, 'own')
  writeFileSync(own, '')
  await host.git.removeWorkspaces!('r1', { all: true })
  expect(existsSync(own)).toBe(false)
})

it('gives them to hooks, and to a phase in the checkout', async () => {
  user.write('.git/hooks/pre-commit', `#!/bin/sh\n${shown} > ${join(user.dir, 'hook')}\n`, 0o755)
  const host = create({ confine: { write: [user.dir] } })
  const branch = user.sh('symbolic-ref', 'HEAD')
  const inPlace = { branch, head: user.base, left: 'refs/amelia/r1/left' }
  for (const more of [{}, { inPlace }]) {
    const workspace = await host.git.openWorkspace({ runId: 'r1', phase: 'a', base: user.base, ...more })
    const made = {
      changes: [],
      message: 'x\n',
      date: 1,
      ref: `refs/amelia/r1/attempt/a/${Object.keys(more).length + 1}`,
    }
    const { commit } = await host.git.commitAttempt(workspace, made)
    const { signal } = new AbortController()
    await host.git.runHooks!(workspace, { commit, message: 'x\n', signal })
    expect(readFileSync(join(user.dir, 'hook'), 'utf8').trim()).toBe(expected(workspace, 'a'))
    expect(await show(host, workspace)).toBe(expected(workspace, 'a'))
    await host.git.closeWorkspace(workspace)
  }
})

it('begins at the given port', async () => {
  const { env } = await open(create({ portBase: 26_000 }), 'a')
  expect(Number(env!['AMELIA_PORT'])).toBeGreaterThanOrEqual(26_000)
  expect(() => create({ portBase: 70_000 })).toThrow(
    '`portBase` must be a port from 1024 to 65515; got 70000.',
  )
})
