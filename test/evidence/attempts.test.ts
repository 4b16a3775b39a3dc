import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRun, type RunOptions } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { describe, expect, it } from 'vitest'
import { isLong } from '../fixtures/is-long.ts'
import { folder, git, repository } from '../fixtures/repository.ts'
import { type AttemptCase, project } from './attempt-case.ts'
import { cheats } from './cheats.ts'
import { honestWork } from './honest-work.ts'

/** Runs an attempt on real git with the real test runner of Node. */
const run = async ({
  base,
  plan = {},
  submodule,
  phase = {},
  writes,
  report: stated = {},
  firstReport,
  test = ['node', '--test'],
}: AttemptCase) => {
  const counter = join(folder('counter'), 'count').replaceAll('\\', '/')
  const files = Object.entries({ ...project, ...base }).map(([path, text]) => [
    path,
    text.replaceAll('COUNTER', counter),
  ])
  const repo = repository(Object.fromEntries(files) as Record<string, string>)
  if (submodule !== undefined) {
    const allow = ['-c', 'protocol.file.allow=always']
    git(repo, ...allow, 'submodule', '--quiet', 'add', repository(), submodule)
    git(repo, 'commit', '-qm', 'Add a submodule')
  }
  const driver = createScriptedDriver(
    async ({ workspace: { fs, dir = '' } }, _context, session) => {
      for (const [path, text] of Object.entries(writes[Math.min(session, writes.length - 1)]!))
        await (text === null ? fs.rm(`/${path}`) : fs.writeFile(`/${path}`, text))
      const given = session === 0 && firstReport ? firstReport : stated
      if (typeof given === 'string') return { text: given }
      const done = { status: 'done', summary: 'Done.', subtasks: [], files: [], notDone: [] }
      const text = JSON.stringify({ ...done, ...given }).replaceAll('DIR', dir)
      return { output: JSON.parse(text) as Record<string, unknown> }
    },
    typeof stated === 'string' ? {} : { reports: 'output' },
  )
  const own = { id: '1', title: 'Prices', files: ['src/price.js'], ...phase }
  const isPaying = own.id !== '1'
  const first = { id: '1', title: 'Test', subtasks: [{ id: '1a', title: 'Test', type: 'test' as const }] }
  const options: Partial<RunOptions> = isPaying ? { tdd: 'full' } : {}
  const created = await createRun({
    plan: { title: 'Shop', ...plan, phases: [...(isPaying ? [first] : []), own] },
    driver,
    host: nodeHost({ repo }),
    trust: 'autonomous',
    maxAttempts: 1,
    reviewers: [],
    verify: { test },
    ...options,
  })
  const report = await created.start()
  return { report, sessions: driver.requests.length }
}

/** Every attempt takes seconds, so `npm test` runs each fourth one, and `npm run test:long` all. */
const due = <Case>(cases: readonly Case[]): Case[] => cases.filter((_, index) => isLong || index % 4 === 0)

describe('a cheat is caught, or shown in a gate', () => {
  it.each(due(cheats))('$name', { timeout: 120_000 }, async (cheat) => {
    const { report, sessions } = await run(cheat)
    // The last session of the phase is the one that it returned to.
    expect(sessions).toBe(cheat.phase?.id === '2' ? 3 : 2)
    if (cheat.fails !== undefined) {
      expect(report).toMatchObject({
        status: 'failed',
        phases: [
          { failure: { class: 'agent_failed', message: expect.stringContaining(cheat.fails) as string } },
        ],
      })
      return
    }
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'evidence_changed' }] })
    const details = report.gates[0]!.details.join('\n')
    for (const text of cheat.gate ?? []) expect(details).toContain(text)
  })
})

describe('honest work passes without a question, in one attempt', () => {
  it.each(due(honestWork))('$name', { timeout: 120_000 }, async (work) => {
    const { report, sessions } = await run(work)
    expect(report).toMatchObject({ status: 'completed', gates: [] })
    expect(sessions).toBe(work.sessions ?? 1)
    expect(report.phases[0]).toMatchObject({ attempt: 1 })
    for (const text of work.evidence ?? []) expect(report.phases[0]?.evidence).toContain(text)
    for (const path of work.claims ?? []) expect(report.phases[0]?.unconfirmedFiles).toContain(path)
    if (work.claims === undefined) expect(report.phases[0]?.unconfirmedFiles).toBeUndefined()
    expect(report.phases[0]?.ignoredFiles).toEqual(work.ignored)
  })
})

it('docs/concepts/evidence.md lists exactly these attempts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/concepts/evidence.md'), 'utf8')
  const rows = (header: string): string[] => {
    const [, table = ''] = page.split(`| ${header} |`)
    return [...table.split('\n\n', 1)[0]!.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell!)
  }
  expect(rows('attempt that cheats')).toEqual(cheats.map(({ name }) => name))
  expect(rows('honest attempt')).toEqual(honestWork.map(({ name }) => name))
})
