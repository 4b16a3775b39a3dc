import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

let used = ''
let [merged, failed, waiting, completed] = ['', '', '', '']

const runs = async (repository: string): Promise<{ runId: string; target: string }[]> =>
  JSON.parse((await cli(['runs', '--json'], { cwd: repository })).stdout) as never

/** Creates a repository with a merged, a failed, a waiting and a completed run, the completed one last. */
beforeAll(async () => {
  used = makeRepository()
  const run = async (command: string, ...flags: string[]): Promise<string> => {
    const rows = [
      { id: '1', run: `echo ${command.length} > one.txt` },
      { id: '2', after: '1', run: command },
    ]
    await cli(['run', writePlan(makeFolder(), rows), ...flags], { cwd: used })
    return (await runs(used))[0]!.runId
  }
  merged = await run('echo merged > two.txt', '--trust', 'autonomous', '--yes')
  git(used, 'merge', '-q', '--no-ff', '-m', 'Merge', (await runs(used))[0]!.target)
  failed = await run('exit 1', '--trust', 'autonomous', '--yes', '--max-attempts', '1')
  waiting = await run('echo waiting > two.txt', '--trust', 'paranoid')
  completed = await run('echo completed > two.txt', '--trust', 'autonomous', '--yes')
}, 60_000)

const copy = (): string => {
  const repository = makeFolder()
  cpSync(used, repository, { recursive: true, preserveTimestamps: true })
  return repository
}
const clean = (repository: string, ...args: string[]) => cli(['clean', ...args], { cwd: repository })
const branchOf = async (runId: string): Promise<string> =>
  (await runs(used)).find((run) => run.runId === runId)!.target.replace('refs/heads/', '')
const idsOf = async (repository: string) => (await runs(repository)).map(({ runId }) => runId)

describe('amelia clean', () => {
  it('lists what each run keeps, with sizes, and changes nothing', async () => {
    const before = git(used, 'for-each-ref')
    const { code, stdout, stderr } = await clean(used)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toMatch(/^RUN +STATUS +AGE .*REFS +JOURNAL .*BRANCH$/)
    expect(lines[1]).toMatch(new RegExp(`^${completed} +completed +\\d+s .* kB .*not merged$`))
    expect(lines[3]).toMatch(new RegExp(`^${failed} +failed .*not merged$`))
    expect(lines[4]).toMatch(new RegExp(`^${merged} +completed .* merged$`))
    expect(lines[5]).toMatch(/^4 runs keep \d+ kB and \d+ refs, with .* that only they reach\.$/)
    expect(lines[6]).toBe('To remove old runs: amelia clean --keep 10, or amelia clean --older-than 30d')
    expect(git(used, 'for-each-ref')).toBe(before)
    const doctor = await cli(['doctor'], { cwd: used })
    expect(doctor.stdout).toMatch(
      /^info {2}runs +files of 4 runs: \d+ kB; amelia clean lists and removes them$/m,
    )
  })

  it('removes all finished runs with 0s, names branches, and keeps a waiting run and unmerged work', async () => {
    const repository = copy()
    const before = git(repository, 'for-each-ref')
    const refused = await clean(repository, '--older-than', '0s')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') })
    expect(git(repository, 'for-each-ref')).toBe(before)
    expect(await idsOf(repository)).toHaveLength(4)

    const work = git(repository, 'rev-parse', await branchOf(failed))
    const { code, stdout } = await clean(repository, '--older-than', '0s', '--yes')
    expect(code, stdout).toBe(0)
    expect(stdout).toContain(`Keeps run ${waiting}: it waits for an answer.\nRemoves 3 runs (`)
    expect(stdout).toContain(
      `Keeps the branch ${await branchOf(completed)} of run ${completed}: its commits are not merged.`,
    )
    expect(stdout).toContain(`Deletes the branch ${await branchOf(merged)}, which is merged.`)
    expect(stdout).toContain(`Deletes the branch ${await branchOf(failed)} of the failed run ${failed}`)
    expect(stdout).toMatch(/Removed 3 runs \(\d+ kB\)\.\n$/)
    expect(await idsOf(repository)).toEqual([waiting])
    const left = git(repository, 'for-each-ref', '--format=%(refname)').split('\n')
    expect(left.filter((ref) => !ref.includes(waiting) && !ref.startsWith('refs/amelia/'))).toEqual(
      expect.arrayContaining([`refs/heads/${await branchOf(completed)}`, 'refs/heads/main']),
    )
    for (const runId of [merged, failed, completed]) {
      expect(left.filter((ref) => ref.includes(runId))).toEqual([])
      expect(existsSync(join(repository, '.git/amelia/runs', runId))).toBe(false)
    }
    expect(readdirSync(join(repository, '.git/amelia/command-line'))).toEqual([`${waiting}.json`])
    const restore = /to restore it: git (branch .*)$/m.exec(stdout)![1]!
    git(repository, ...restore.split(' '))
    expect(git(repository, 'rev-parse', await branchOf(failed))).toBe(work)
    // The waiting run can still be answered.
    expect(await cli(['status', waiting], { cwd: repository })).toMatchObject({ code: 0 })
  })

  it('keeps the newest runs, and runs that are newer than an age', async () => {
    const repository = copy()
    const newest = await clean(repository, '--keep', '3', '--yes')
    expect(newest.stdout).toContain('Keeps 3 runs by the policy.\nRemoves 1 run (')
    expect(await idsOf(repository)).toEqual([completed, waiting, failed])
    const young = await clean(repository, '--keep', '0', '--older-than', '30d', '--yes')
    expect(young).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to remove.') })
    expect(await idsOf(repository)).toHaveLength(3)
  })

  it('never deletes a branch that is checked out or has commits of a person', async () => {
    const repository = copy()
    const branch = await branchOf(failed)
    git(repository, 'switch', '-q', branch)
    const { stdout } = await clean(repository, '--keep', '0', '--yes')
    expect(stdout).toContain(`The branch ${branch} stays: it is checked out`)
    expect(git(repository, 'symbolic-ref', '--short', 'HEAD')).toBe(branch)
    expect(git(repository, 'status', '--porcelain')).toBe('')
  })

  it('asks once at a terminal of 80 columns, and no removes nothing', async () => {
    const repository = copy()
    for (const key of ['n', 'y']) {
      const terminal = startInTerminal(['clean', '--keep', '0'], { cwd: repository })
      await terminal.press(key, key === 'n' ? /Nothing was changed/ : /Removed 3 runs/)
      expect(await terminal.exited).toBe(key === 'n' ? 130 : 0)
      expect(await idsOf(repository)).toHaveLength(key === 'n' ? 4 : 1)
      const rows = terminal
        .output()
        .replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, '')
        .split(/\r?\n/)
      expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(80)
    }
  })
})
