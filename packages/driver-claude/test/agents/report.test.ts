import { dirname, join } from 'node:path'
import { createRun, type Report, type RunEvent } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, finish, say, type Script, textOf } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude } from './real-claude.ts'

let claude: RealClaude
let repo: string
let git: (...args: string[]) => string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  git = createRepository(repo)
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

/** Runs a plan with one phase. */
const work = async (model: Script): Promise<{ report: Report; events: RunEvent[] }> => {
  claude.api.play(model)
  const run = await createRun({
    plan: { title: 'A file', phases: [{ id: '1', title: 'Write a.txt' }] },
    host: nodeHost({ repo, slots: join(dirname(claude.dir), 'slots') }),
    driver: claude.driver,
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
  })
  const events: RunEvent[] = []
  run.subscribe({}, (event) => events.push(event))
  return { report: await run.start(), events }
}
const write = call('Bash', { command: 'echo a > a.txt' })

it('fault 31: is requested once if the agent ends without one, and its work counts', async () => {
  const asked: string[] = []
  const { report } = await work((request, turn) => {
    const told = textOf(request)
    const repairs = told.includes('Your report could not be parsed')
    // Without a check, files that the change does not contain are asked about once, in the same session.
    const returns = told.includes('Files that you did not change')
    asked.push(returns ? 'return' : repairs ? 'repair' : 'work')
    if (repairs) return finish(request, done('It is written.', { files: ['a.txt', 'b.txt'] }))
    return turn === 0 ? write : say('I wrote it.')
  })
  expect(report.status).toBe('completed')
  expect(asked.filter((what) => what !== 'work')).toEqual(['repair', 'return'])
  expect(git('show', `${report.target}:a.txt`)).toBe('a')
  const [folder = ''] = git('ls-tree', '-r', '--name-only', report.target)
    .split('\n')
    .filter((path) => path.endsWith('phase-1/summary.md'))
  expect(git('show', `${report.target}:${folder}`)).toContain(
    'Warning: the agent reported files that this change does not contain: `b.txt`',
  )
})

it('with a question to a person opens a gate', async () => {
  const { report } = await work((request) =>
    finish(request, { ...done('Which of two?'), status: 'blocked', notDone: ['the choice'] }),
  )
  expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'agent_asks' }] })
  expect(claude.api.requests).toHaveLength(1)
})
