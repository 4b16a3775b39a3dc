import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

const run = async (mode: string, command = 'echo 1 > one') => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [
    { id: '1', run: 'echo 1 > one' },
    { id: '2', after: '1', run: command },
  ])
  const { stdout } = await cli(
    ['run', plan, '--driver', 'steps', '--trust', 'autonomous', '--yes', '--commit', mode],
    { cwd: repository },
  )
  const branches = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  return { repository, stdout, branches: branches === '' ? [] : branches.split('\n') }
}

/** Lists the branches below `amelia/` that a text names. */
const named = (text: string): string[] => [...new Set(text.match(/(?<!refs\/)\bamelia\/20[\w./-]*\w/g) ?? [])]

describe.concurrent('the output of a run names only branches that exist', () => {
  it('with --commit message-only: the work is in the checkout, and the next step commits it', async () => {
    const { repository, stdout, branches } = await run('message-only', 'echo 2 > two')
    expect(stdout).toContain('The work is in your checkout, staged but not committed')
    expect(stdout).toMatch(/To commit the result:\n {2}git commit\n/)
    expect(named(stdout)).toEqual([])
    expect(branches).toEqual([])
    git(repository, '-c', 'core.editor=true', 'commit', '-q')
    expect(git(repository, 'log', '-1', '--format=%s')).toBe('Small things')
  })

  it.each(['message-only', 'single'])('with --commit %s, when a phase failed', async (mode) => {
    const { stdout, branches } = await run(mode, 'false')
    expect(branches).toEqual([])
    expect(stdout).toMatch(/The work is at refs\/amelia\/\S+\/head \(/)
    expect(stdout).not.toContain('git merge')
    expect(stdout).toContain('amelia resume ')
  })

  it.each(['phase', 'single'])('with --commit %s: the work is on the branch', async (mode) => {
    const { stdout, branches } = await run(mode, 'echo 2 > two')
    expect(named(stdout)).toEqual(branches)
    expect(stdout).toMatch(/^ {2}amelia merge \S+$/m)
  })
})
