import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import {
  cli,
  git,
  makeFolder,
  makeRepository,
  type Outcome,
  removeFolders,
  startCli,
  writePlan,
} from '../fixtures/cli.ts'

afterAll(removeFolders)

const until = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + 50_000
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition did not become true within 50 s.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const program = join(inject('programs'), 'cli.mjs')

/**
 * Runs the command line in a shell, before `| head -1`. Returns its exit code, the text that it wrote to
 * stderr, and the output of `head`. `both`: the pipe also gets stderr.
 */
const beforeHead = async (
  args: string[],
  { both = false, onLine = () => {} }: { both?: boolean; onLine?: () => void } = {},
): Promise<Omit<Outcome, 'signal'>> => {
  const folder = makeFolder()
  const [code, error] = [join(folder, 'code'), join(folder, 'error')]
  const script = `{ "$@" ${both ? '2>&1' : `2> '${error}'`}; echo $? > '${code}'; } | head -1`
  const { FORCE_COLOR: _color, NO_COLOR: _plain, NODE_OPTIONS: _node, ...env } = process.env
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    onLine()
  })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const stderr = existsSync(error) ? readFileSync(error, 'utf8') : ''
  return { code: Number(readFileSync(code, 'utf8')), stdout, stderr }
}

/** Starts a run whose second phase lasts until `finish` is called. */
const startRun = async () => {
  const repository = makeRepository()
  const [folder, at] = [makeFolder(), ['--repo', repository]]
  const mark = join(folder, 'mark')
  const plan = writePlan(folder, [
    { id: '1', run: 'echo 1 > one' },
    {
      id: '2',
      after: '1',
      run: `touch '${mark}'; while [ -e '${mark}' ]; do sleep 0.05; done; echo 2 > two`,
    },
  ])
  const run = startCli(['run', plan, ...at, '--trust', 'autonomous', '--yes', '--json'])
  await until(() => existsSync(mark) || run.child.exitCode !== null)
  const { runId } = JSON.parse(run.output().split('\n', 1)[0]!) as { runId: string }
  const finish = (): Promise<Outcome> => {
    rmSync(mark)
    return run.outcome
  }
  return { runId, at, finish }
}

describe.concurrent('leaving a run of another process', { timeout: 120_000 }, () => {
  it.each([
    ['watch', []],
    ['logs', ['--follow']],
  ] as const)('Ctrl-C ends amelia %s, and not the run', async (name, flags) => {
    const { runId, at, finish } = await startRun()
    const reader = startCli([name, runId, ...flags, ...at])
    await until(() => reader.output().includes('2.1'))
    reader.child.kill('SIGINT')
    const { code, signal, stdout, stderr } = await reader.outcome
    expect({ code, signal, stderr }).toEqual({ code: 130, signal: null, stderr: '' })
    expect(stdout.includes(`The run continues. To watch it: amelia watch ${runId}`)).toBe(name === 'watch')
    expect(await finish()).toMatchObject({ code: 0, stderr: '' })
  })

  it('readers whose pipe closes end silently, and not the run', async () => {
    const { runId, at, finish } = await startRun()
    const readers = [['watch', runId], ['logs', runId, '--follow'], ['logs', runId], ['runs']]
    let lines = 0
    const onLine = (): void => void lines++
    const outcomes = [false, true].flatMap((both) =>
      readers.map(async (args) => beforeHead([...args, ...at], { both, onLine })),
    )
    await until(() => lines === outcomes.length)
    // A closed pipe is noticed at the next line.
    const run = await finish()
    for (const { code, stdout, stderr } of await Promise.all(outcomes)) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout.split('\n')).toEqual([expect.stringMatching(/\S/), ''])
    }
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect((await cli(['status', runId, ...at, '--exit-code'])).code).toBe(0)
  })
})

describe.concurrent('amelia run before head -1', { timeout: 120_000 }, () => {
  it.each([
    ['completes', 'true', 0, 'completed'],
    ['fails', 'exit 3', 1, 'failed'],
  ])('%s as it would with its reader', async (_, last, expected, status) => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), [{ id: '1' }, { id: '2', after: '1', run: last }])
    const args = ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', '--max-attempts', '1']
    for (const more of [['--json'], []]) {
      const { code, stdout, stderr } = await beforeHead([...args, ...more])
      expect({ code, stderr }).toEqual({ code: expected, stderr: '' })
      expect(stdout.split('\n')).toHaveLength(2)
    }
    expect((await beforeHead(args, { both: true })).code).toBe(expected)
    const { stdout } = await cli(['runs', '--repo', repository, '--json'])
    expect((JSON.parse(stdout) as { status: string }[]).map((run) => run.status)).toEqual([
      status,
      status,
      status,
    ])
    expect(git(repository, 'status', '--porcelain')).toBe('')
  })
})
