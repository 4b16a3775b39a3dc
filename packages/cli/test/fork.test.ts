import { relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { inProcess } from './fixtures/in-process.ts'

afterAll(removeFolders)

it('`amelia fork` adopts the commits before a phase, and runs the rest of another plan', async () => {
  const repository = makeRepository()
  const plan = (text: string): string =>
    writePlan(makeFolder(), [
      { id: '1', run: 'echo one > one.txt' },
      { id: '2', after: '1', run: `echo ${text} > two.txt` },
    ])
  const rules = ['--repo', repository, '--yes']
  await cli(['run', plan('two'), ...rules, '--trust', 'autonomous', '--label', 'team=a'])
  const { stdout: list } = await cli(['runs', '--repo', repository, '--json'])
  const [{ runId }] = JSON.parse(list) as [{ runId: string }]
  const refused = await cli(['fork', runId, '--from', '9', ...rules])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('its plan has no phase "9". Its phases: 1, 2')
  const { code, stdout, stderr } = await cli([
    'fork',
    runId,
    '--from',
    '2',
    '--plan',
    plan('changed'),
    ...rules,
  ])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(new RegExp(`^Forked ${runId} at \\w{7}: adopted 1\\.\\n`)),
  })
  const [, branch = ''] = /branch (amelia\/\S+)/.exec(stdout) ?? []
  expect(git(repository, 'show', `${branch}:two.txt`)).toBe('changed')
  expect(git(repository, 'show', `${branch}:one.txt`)).toBe('one')
  const { stdout: forks } = await cli(['runs', '--repo', repository, '--label', 'team=a', '--json'])
  const runs = JSON.parse(forks) as { runId: string }[]
  expect(runs).toHaveLength(2)
  const fork = runs.find((run) => run.runId !== runId)?.runId ?? ''
  const whole = await cli(['status', fork, '--repo', repository])
  expect(whole.stdout).toContain(`Fork of ${runId}.`)
  const adopted = await cli(['show', fork, '1', '--repo', repository])
  expect(adopted.stdout).toContain(`adopted from ${runId}`)
  expect(adopted.stdout.trimEnd().split('\n').at(-1)).toBe(`  amelia show ${runId} 1 --repo ${repository}`)
})

it('`amelia fork` stores the full path of another plan', async () => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1' }])
  const rules = ['--repo', repository, '--trust', 'autonomous', '--yes', '--no-artifacts']
  await inProcess(['run', plan, ...rules])
  const other = writePlan(makeFolder(), [{ id: '1', run: 'echo other > other.txt' }])
  const list = async (): Promise<{ runId: string }[]> =>
    JSON.parse((await inProcess(['runs', '--repo', repository, '--json'])).stdout) as { runId: string }[]
  const [{ runId } = { runId: '' }] = await list()
  await inProcess([
    'fork',
    runId,
    '--from',
    '1',
    '--plan',
    relative(process.cwd(), other),
    ...rules.slice(0, -1),
  ])
  const fork = (await list()).find((run) => run.runId !== runId)?.runId ?? ''
  const { stdout } = await inProcess(['status', fork, '--repo', repository, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ plan: { file: other } })
})
