import { expect, it } from 'vitest'
import { createRun, openRun, revertRun, type RunOptions } from '../../src/index.ts'
import { createScriptedDriver, memoryHost } from '../../src/testing.ts'

const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })

/**
 * Runs until phase `last` asks a person. Before the phases in `beside`, someone else commits to the target.
 */
const wait = async (beside: string[], more: Partial<RunOptions> = {}) => {
  const host = memoryHost()
  const target = 'refs/heads/shared'
  const base = host.git.refs.get('refs/heads/main')!
  host.git.setRef(target, base)
  const commits: string[] = []
  const push = (id: string): void => {
    const before = host.git.refs.get(target)!
    const files = Object.fromEntries(host.git.filesOf(before))
    const commit = host.git.addCommit(before, { ...files, [`theirs-${id}.txt`]: id })
    host.git.setRef(target, commit)
    commits.push(commit)
  }
  const driver = createScriptedDriver(async ({ workspace, prompt }) => {
    const id = /phase (\w+)/i.exec(prompt)?.[1] ?? ''
    if (beside.includes(id)) push(id)
    if (id === 'last') throw new Error('stuck')
    await workspace.fs.writeFile(`/${id}.txt`, id)
  })
  const run = await createRun({
    plan: { phases: [phase('a'), phase('b', ['a']), phase('last', ['b'])] },
    host,
    driver,
    target: 'shared',
    trust: 'autonomous',
    artifacts: 'none',
    maxAttempts: 1,
    retry: { onExhausted: 'ask' },
    ...more,
  })
  expect((await run.start()).status).toBe('waiting')
  const again = await openRun({ host, runId: run.id, driver })
  const end = async (scope: 'batch' | 'run') => {
    await again.answer('blocker:last:1', 'abort-revert', { scope })
    return again.start()
  }
  return { end, commits, base, now: () => host.git.refs.get(target), log: () => host.git.log(target) }
}

it('a revert never removes commits of someone else that are among those of the run', async () => {
  const { end, commits, now } = await wait(['b'])
  const before = now()
  const report = await end('run')
  expect(report.reverted).toBeUndefined()
  expect(report.targetNote).toMatch(
    /^shared has commits of someone else among those of the run, so it stays as it is\. Its commit before the run: /,
  )
  expect(now()).toBe(before)
  expect(commits).toHaveLength(1)
})

it('a revert keeps commits of someone else that are below those of the run', async () => {
  const { end, commits, now } = await wait(['a'])
  const report = await end('run')
  expect(report).toMatchObject({ status: 'aborted' })
  expect([report.reverted, now()]).toEqual([true, commits[0]])
})

it('a revert of one commit for the run restores the commit below it, which is of someone else', async () => {
  const host = memoryHost()
  const target = 'refs/heads/shared'
  host.git.setRef(target, host.git.refs.get('refs/heads/main')!)
  let theirs = ''
  const driver = createScriptedDriver(async ({ workspace }) => {
    theirs = host.git.addCommit(host.git.refs.get(target)!, { 'README.md': 'hello\n', 'theirs.txt': 'x' })
    host.git.setRef(target, theirs)
    await workspace.fs.writeFile('/a.txt', 'a')
  })
  const options = { target: 'shared', publish: 'single', trust: 'autonomous', artifacts: 'none' } as const
  const run = await createRun({ plan: { phases: [phase('a')] }, host, driver, ...options })
  expect(await run.start()).toMatchObject({ status: 'completed', targetPublished: true })
  expect(host.git.log(target)).toContain(theirs)
  expect(await revertRun({ host, runId: run.id })).toMatchObject({ reverted: true })
  expect(host.git.refs.get(target)).toBe(theirs)
})
