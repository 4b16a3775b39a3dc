import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { habits } from '../src/lib/program/habits.ts'
import { isCommand } from '../src/lib/program/program.ts'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const rows = [
  { id: '1', title: 'One thing', run: 'echo one > one.txt' },
  { id: '2', title: 'Two things', after: '1', run: 'echo two > two.txt' },
]
let repository = ''
let newest = ''
const amelia = (...args: string[]) => cli(args, { cwd: repository })

beforeAll(async () => {
  repository = makeRepository()
  const flags = ['--yes', '--trust', 'autonomous']
  await amelia('run', writePlan(makeFolder(), rows.slice(0, 1)), ...flags)
  await amelia('run', writePlan(makeFolder(), rows), ...flags)
  const runs = JSON.parse((await amelia('runs', '--json')).stdout) as { runId: string }[]
  newest = runs[0]?.runId ?? ''
})

describe('without the id of a run, the newest run is meant', () => {
  it('by logs, diff, report and show', async () => {
    expect((await amelia('logs')).stdout).toBe((await amelia('logs', newest)).stdout)
    expect((await amelia('logs', '2')).stdout).toBe((await amelia('logs', newest, '2')).stdout)
    expect((await amelia('logs', '2')).stdout).not.toContain('one.txt')
    expect((await amelia('diff', '--stat')).stdout).toContain('two.txt')
    expect((await amelia('diff', '2', '--stat')).stdout).not.toContain('one.txt')
    expect((await amelia('report')).stdout).toContain('Two things')
    expect((await amelia('show', '2')).stdout).toContain('Two things')
    // Prefixes and ids of runs still name runs.
    expect((await amelia('diff', newest, '--stat')).stdout).toContain('two.txt')
    expect(await amelia('diff', 'zz')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"zz" not found'),
    })
  })

  it('by cancel, steer, fork and feedback', async () => {
    const named = (text: string) => ({ code: 2, stderr: expect.stringContaining(text) })
    expect(await amelia('cancel')).toMatchObject(named(newest))
    expect(await amelia('steer', '2', 'Faster')).toMatchObject(named(newest))
    expect(await amelia('feedback', '--comments', 'none.json')).toMatchObject(named('none.json'))
    const forked = await amelia('fork', '--from', '2', '--trust', 'autonomous', '--yes')
    expect(forked.stderr).toContain(`Forked ${newest}`)
  })

  it('is not guessed by revert where nobody is asked', async () => {
    expect(await amelia('revert')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs <run>') })
    expect(await amelia('revert', '--yes')).toMatchObject({ code: 2 })
  })
})

describe('the habits of other programs', () => {
  it('are not commands, and mean commands', async () => {
    expect(Object.keys(habits).length).toBeGreaterThan(25)
    for (const [word, habit] of Object.entries(habits)) {
      expect(isCommand(word), word).toBe(false)
      const [command = ''] =
        'means' in habit ? habit.means : (/amelia (\w+)/.exec(habit.advice)?.slice(1) ?? [])
      if (command !== '' && command !== '--version') expect(isCommand(command), word).toBe(true)
    }
  })

  it('are understood, or answered with the right command', async () => {
    const list = await amelia('ls')
    expect(list).toMatchObject({ code: 0, stderr: 'note: ls is amelia runs.\n' })
    expect(list.stdout).toContain(newest)
    expect((await amelia('version')).stdout).toMatch(/^\d+\.\d+\.\d+/)
    expect((await amelia('logs', '-f', '2')).stdout).toBe((await amelia('logs', '2', '--follow')).stdout)
    const undo = await amelia('undo')
    expect(undo).toMatchObject({ code: 2, stdout: '' })
    expect(undo.stderr).toBe(
      'error: Unknown command "undo".\nTo restore the target branch of a run: amelia revert RUN\n',
    )
  })
})

it('amelia stats adds up the runs', async () => {
  const { code, stdout } = await amelia('stats', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, retries: 0, failures: {}, unreadable: [] })
  expect((JSON.parse(stdout) as { phases: { completed: number } }).phases.completed).toBeGreaterThan(2)
  expect((await amelia('stats')).stdout).toMatch(/^Phases: {10}\d completed/m)
})

describe('amelia alone', () => {
  it('shows the newest run and the next commands', async () => {
    const { code, stdout } = await amelia()
    expect(code).toBe(0)
    expect(stdout).toContain('Small things')
    expect(stdout).toMatch(/^ {2}amelia merge \S+$/m)
    expect(stdout).toContain('amelia runs')
  })

  it('lists five commands elsewhere, which fit a terminal', async () => {
    for (const cwd of [makeFolder(), makeRepository({ empty: true }), makeRepository()]) {
      const { code, stdout, stderr } = await cli([], { cwd })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const lines = stdout.trimEnd().split('\n')
      expect(lines).toHaveLength(5)
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(80)
        expect(isCommand(/^amelia (\w+)/.exec(line)?.[1]) || line.startsWith('amelia help')).toBe(true)
      }
    }
  })

  it('fits 80 columns and 24 rows, with an open question', async () => {
    const asking = makeRepository()
    const plan = writePlan(makeFolder(), rows)
    expect(await cli(['run', plan, '--trust', 'standard'], { cwd: asking })).toMatchObject({ code: 3 })
    const terminal = startInTerminal([], { cwd: asking })
    expect(await terminal.exited).toBe(0)
    const screen = terminal.screen().join('\n').trimEnd()
    expect(terminal.output().trimEnd().split('\n').length).toBeLessThan(15)
    expect(screen).toContain('? #1 ')
    expect(screen).toContain('amelia answer ')
    expect(screen).toContain('amelia resume ')
  })

  it('offers the live view of a run that is running', async () => {
    const busy = makeRepository()
    const end = join(makeFolder(), 'end')
    const plan = writePlan(makeFolder(), [{ id: '1', run: `until [ -e ${end} ]; do sleep 0.1; done` }])
    const run = startInTerminal(['run', plan, '--trust', 'autonomous', '--yes'], { cwd: busy })
    await run.until('running')
    const terminal = startInTerminal([], { cwd: busy })
    await terminal.until('Open the live view? [Y/n]')
    await terminal.press('\r', /help/)
    expect(terminal.isAlternate()).toBe(true)
    terminal.pty.kill()
    writeFileSync(end, '')
    await Promise.all([run.exited, terminal.exited])
  })
})
