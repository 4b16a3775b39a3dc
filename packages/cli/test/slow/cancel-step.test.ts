import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

interface Status {
  phases: { id: string; status: string; cancelledSteps?: string[]; skippedParts?: string[] }[]
  gates: { id: string; blocker?: string; choices: string[]; question: string }[]
}

const until = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + 50_000
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition did not become true within 50 s.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Starts a run whose second phase ignores SIGTERM and lasts until it is killed, once. */
const startStuckRun = async () => {
  const repository = makeRepository()
  const folder = makeFolder()
  const pid = join(folder, 'pid')
  const plan = writePlan(makeFolder(), [
    { id: '1', run: 'echo 1 > one' },
    {
      id: '2',
      after: '1',
      run: `if [ -e ${pid} ]; then echo 2 > two; exit; fi; trap '' TERM; echo $$ > ${pid}; while :; do sleep 0.05; done`,
    },
  ])
  const at = ['--repo', repository]
  const run = startCli(['run', plan, ...at, '--trust', 'autonomous', '--yes', '--json'])
  await until(() => existsSync(pid) || run.child.exitCode !== null)
  const { runId } = JSON.parse(run.output().split('\n', 1)[0]!) as { runId: string }
  const statusOf = async (): Promise<Status> =>
    JSON.parse((await cli(['status', runId, ...at, '--json'])).stdout) as Status
  return { ...run, ...{ repository, runId, at, statusOf }, pid: () => Number(readFileSync(pid, 'utf8')) }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.concurrent('amelia cancel --step', { timeout: 120_000 }, () => {
  // seed: intelligent-execution 68, intelligent-execution 101, intelligent-execution 102
  // seed: intelligent-execution 103
  it('ends a step that ignores SIGTERM, asks what to do, and continues with the answer', async () => {
    const { runId, at, statusOf, outcome, output, pid, repository } = await startStuckRun()
    const { code, stdout, stderr } = await cli(['cancel', runId, '2', '--step', '2.1.1', ...at])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      `Stopping step 2.1.1 of phase 2. The run then asks what to do with it; other phases continue.\nTo see the question:\n  amelia status ${runId} --repo ${repository}\n`,
    )
    expect((await outcome).code).toBe(3)
    expect(isAlive(pid())).toBe(false)
    const lines = output().trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; at: string; stepId?: string })
    const cancelled = events.find(({ type }) => type === 'step_cancelled')
    expect(cancelled).toMatchObject({ phaseId: '2', subtaskId: '2.1', stepId: '2.1.1' })

    const status = await statusOf()
    expect(status.phases[1]).toMatchObject({ status: 'waiting', cancelledSteps: ['2.1.1'] })
    expect(status.gates).toMatchObject([
      {
        id: 'blocker:2:1:2.1.1',
        blocker: 'user_cancelled',
        question: 'Step 2.1.1 of phase 2 was stopped.',
        choices: ['continue', 'retry', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
      },
    ])
    const shown = await cli(['status', runId, ...at])
    expect(shown.stdout).toContain('Stopped: 2.1.1')

    await cli(['answer', runId, 'blocker:2:1:2.1.1', 'continue', ...at])
    expect((await cli(['resume', runId, ...at])).code).toBe(0)
    expect((await statusOf()).phases[1]).not.toHaveProperty('cancelledSteps')
    const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
    expect(git(repository, 'show', `${branch}:two`)).toBe('2')
    expect(git(repository, 'show', `${branch}:one`), 'the phase before it').toBe('1')
  })

  // seed: intelligent-execution 68, intelligent-execution 103
  it('keeps the status of the step in execution-state.json when the run is aborted', async () => {
    const { runId, at, outcome, repository, statusOf } = await startStuckRun()
    // The step alone names its phase.
    expect((await cli(['cancel', runId, '--step', '2.1.1', ...at])).code).toBe(0)
    await outcome
    await cli(['answer', runId, 'blocker:2:1:2.1.1', 'abort', ...at])
    expect((await cli(['resume', runId, ...at])).code).toBe(1)
    const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
    const files = git(repository, 'ls-tree', '-r', '--name-only', branch).split('\n')
    const state = files.find((name) => name.endsWith('execution-state.json'))!
    expect(JSON.parse(git(repository, 'show', `${branch}:${state}`))).toMatchObject({
      phases: [
        { status: 'completed' },
        {
          status: 'cancelled',
          subtasks: [{ status: 'cancelled', steps: [{ id: '2.1.1', status: 'cancelled' }] }],
        },
      ],
    })
    expect((await statusOf()).phases[1]).toMatchObject({ cancelledSteps: ['2.1.1'] })
  })

  it('rejects what it cannot stop, with what is running and what to type', async () => {
    const { runId, at, outcome, repository } = await startStuckRun()
    const repo = ` --repo ${repository}`
    const commands = `To stop one:\n  amelia cancel ${runId} 2${repo}\n  amelia cancel ${runId} 2 --step 2.1.1${repo}\n`
    const refused = async (args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await cli(['cancel', runId, ...args, ...at])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return stderr
    }
    const now = 'Running now: phase 2, step 2.1.1.'
    expect(await refused(['9'])).toBe(`error: The plan has no phase "9". ${now}\n${commands}`)
    expect(await refused(['2', '--step', '7'])).toBe(`error: Phase 2 has no step "7". ${now}\n${commands}`)
    expect(await refused(['1', '--step', '1.1.1'])).toBe(
      `error: Phase 1 is not running: it is completed. ${now}\n${commands}`,
    )
    const show = `To see the run:\n  amelia status ${runId}${repo}\n`
    expect(await refused(['--step', '7'])).toBe(`error: The plan of run ${runId} has no step "7".\n${show}`)
    expect(await refused(['2', '--drain'])).toContain('--drain applies to the run')
    expect(await refused(['--step', '2.1.1', '--drain'])).toContain('--drain applies to the run')

    expect((await cli(['cancel', runId, ...at])).code).toBe(0)
    expect((await outcome).code).toBe(130)
    expect(await refused(['2', '--step', '2.1.1'])).toBe(
      `error: No process is running run ${runId}: nothing to stop.\nTo resume it:\n  amelia resume ${runId}${repo}\n`,
    )
  })
})
