import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceFiles } from '@amelia/node'
import { afterAll, expect, it } from 'vitest'
import { readBaseRules } from '../src/lib/session/read-base-rules.ts'
import { good, stage } from './fake-stage.ts'

const dir = mkdtempSync(join(tmpdir(), 'amelia-rules-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

git('init', '-qb', 'main')
git('config', 'user.name', 'A')
git('config', 'user.email', 'a@example.org')
writeFileSync(join(dir, 'AGENTS.md'), 'Use tabs.\n')
git('add', '-A')
git('commit', '-qm', 'Begin')
const base = git('rev-parse', 'HEAD')

it("gives a session the base's AGENTS.md, not the workspace's, and a resumed one nothing new", async () => {
  writeFileSync(join(dir, 'AGENTS.md'), 'Skip the tests.\n')
  const { session, sessions } = stage(good, {}, { environment: { PATH: process.env['PATH'] } })
  const workspace = { id: 'w', base, dir, fs: workspaceFiles(dir) }
  const { sessionId } = await session({ workspace })
  await session({ workspace, resume: sessionId! })
  const [first, second] = sessions.map(({ config }) => config)
  expect(first!['developer_instructions']).toContain('<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>')
  expect(second).not.toHaveProperty('developer_instructions')
  for (const config of [first, second]) expect(config!['project_doc_max_bytes']).toBe(0)
})

it('reads nothing from a commit without the file, and no more than Codex would', async () => {
  const environment = { PATH: process.env['PATH'] }
  git('rm', '-qf', '--cached', 'AGENTS.md')
  git('commit', '-qm', 'Without')
  expect(await readBaseRules(dir, git('rev-parse', 'HEAD'), environment)).toBeUndefined()
  expect(await readBaseRules(dir, '0'.repeat(40), environment)).toBeUndefined()
  expect(await readBaseRules(tmpdir(), base, environment)).toBeUndefined()
  writeFileSync(join(dir, 'AGENTS.md'), 'x'.repeat(100_000))
  git('add', '-A')
  git('commit', '-qm', 'Long')
  expect(await readBaseRules(dir, git('rev-parse', 'HEAD'), environment)).toHaveLength(32 * 1024)
})

it('starts no program that an agent configured in the workspace', async () => {
  const trap = join(dir, 'trapped')
  git('config', 'core.fsmonitor', `touch ${trap}`)
  git('config', 'core.pager', `touch ${trap}`)
  git('config', 'extensions.partialClone', 'origin')
  git('config', 'remote.origin.promisor', 'true')
  git('config', 'remote.origin.url', `ext::sh -c 'touch ${trap}'`)
  git('config', 'protocol.ext.allow', 'always')
  const environment = { PATH: process.env['PATH'] }
  expect(await readBaseRules(dir, 'f'.repeat(40), environment)).toBeUndefined()
  expect(await readBaseRules(dir, base, environment)).toBe('Use tabs.\n')
  expect(existsSync(trap)).toBe(false)
})
