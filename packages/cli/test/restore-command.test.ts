import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

interface Ended {
  runId: string
  phases: { id: string; commit: string }[]
  target: string
}

/** A run whose phase 1 needs two attempts, so that a failed attempt carries its trailers too. */
const runTwoPhases = async (publish: 'auto' | 'single') => {
  const repository = makeRepository()
  const marker = join(makeFolder(), 'tried')
  const plan = writePlan(makeFolder(), [
    { id: '1', run: `echo 1 > one; test -e ${marker} || { touch ${marker}; exit 1; }` },
    { id: '2', after: '1', run: 'echo 2 > two' },
  ])
  const flags = ['--driver', 'steps', '--trust', 'autonomous', '--yes', '--json', '--commit', publish]
  const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, ...flags])
  expect(code, stderr).toBe(0)
  const last = JSON.parse(stdout.trim().split('\n').at(-1)!) as { report: Ended }
  const branch = last.report.target.replace('refs/heads/', '')
  const path = git(repository, 'ls-tree', '-r', '--name-only', branch)
    .split('\n')
    .find((name) => name.endsWith('phase-1/summary.md'))!
  const summary = git(repository, 'show', `${branch}:${path}`)
  const [command = '', search = ''] = [...summary.matchAll(/```sh\n(.*?)\n```/gs)].map((match) => match[1]!)
  const clone = join(makeFolder(), 'clone')
  git(repository, 'clone', '-q', '-b', branch, repository, clone)
  return { repository, clone, branch, command, search, runId: last.report.runId, phases: last.report.phases }
}

const shell = (cwd: string, command: string): string =>
  execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8' })

describe('the command in a summary that shows the full change', () => {
  // seed: phased-execution 57
  it("shows the phase's commit in the repository, in a folder of it, and in a clone", async () => {
    const { repository, clone, command, phases } = await runTwoPhases('auto')
    expect(command.split('\n')).toHaveLength(1)
    const wanted = git(repository, 'show', phases[0]!.commit)
    expect(wanted).toContain('Amelia-Attempt: 2')
    expect(shell(repository, command).trim()).toBe(wanted)
    expect(shell(clone, command).trim()).toBe(wanted)
    const folder = join(clone, 'docs/amelia')
    expect(existsSync(folder)).toBe(true)
    expect(shell(folder, command).trim()).toBe(wanted)
  })

  // seed: phased-execution 58
  it('is followed by one that finds the phase by its trailer, also in a clone without its refs', async () => {
    const { repository, clone, search, runId, phases } = await runTwoPhases('auto')
    expect(search).toBe(
      `git log --all --all-match --grep='^Amelia-Run: ${runId}$' --grep='^Amelia-Phase: 1$'`,
    )
    const log = shell(clone, search)
    expect(log).toContain(`commit ${phases[0]!.commit}`)
    expect(log.match(/^commit /gm)).toHaveLength(1)
    // The checked-out branch does not contain the work.
    expect(shell(repository, search)).toContain(`commit ${phases[0]!.commit}`)
  })

  it('shows the single commit of a squashed run', async () => {
    const { repository, clone, branch, command } = await runTwoPhases('single')
    const wanted = git(repository, 'show', branch)
    expect(shell(repository, command).trim()).toBe(wanted)
    expect(shell(clone, command).trim()).toBe(wanted)
  })
})
