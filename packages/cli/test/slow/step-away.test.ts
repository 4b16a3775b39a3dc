import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { startInTerminal, startTerminal } from '../fixtures/start-terminal.ts'
import { tmpdir } from 'node:os'

afterAll(removeFolders)

/** Prepares a run whose first phase lasts until `finish` is called, as a person starts it. */
const prepare = (more: readonly string[] = []) => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const stop = join(folder, 'stop')
  const plan = writePlan(folder, [
    { id: '1', run: `until [ -e ${stop} ] || [ ! -d ${folder} ]; do sleep 0.05; done; echo 1 > 1.txt` },
    { id: '2', run: 'echo 2 > 2.txt', after: '1' },
  ])
  const status = async () => {
    const { stdout } = await cli(['status', '--repo', repository, '--json'])
    return JSON.parse(stdout) as { runId: string; status: string; locked: boolean; canGoOn: boolean }
  }
  return {
    repository,
    status,
    args: ['run', plan, '--repo', repository, '--yes', '--trust', 'autonomous', ...more],
    finish: () => writeFileSync(stop, ''),
    ended: () => vi.waitUntil(async () => !(await status()).locked, { timeout: 60_000, interval: 200 }),
    log: (runId: string) => join(repository, '.git/amelia/runs', runId, 'output.log'),
  }
}

const isRunning = /^▸ ● 1 .* until /m

describe.concurrent('a run at a terminal', { timeout: 120_000 }, () => {
  it('continues in the background after b, without a question', async () => {
    const run = prepare()
    const terminal = startInTerminal(run.args)
    await terminal.until(isRunning)
    await terminal.press('b', /^Run \S+ continues in the background\.$/m)
    expect(await terminal.exited).toBe(0)
    expect(terminal.isAlternate()).toBe(false)
    const { runId, locked } = await run.status()
    expect(locked).toBe(true)
    // Its commands are printed, and one of them finds it.
    expect(terminal.screen().join('\n')).toContain(`amelia watch ${runId}`)
    const watch = startInTerminal(['watch', runId, '--repo', run.repository])
    await watch.until(isRunning)
    run.finish()
    expect(await watch.exited).toBe(0)
    await run.ended()
    expect((await run.status()).status).toBe('completed')
    const log = readFileSync(run.log(runId), 'utf8')
    expect(log).toMatch(/completed: [0-9a-f]{7}[^]*2 of 2 phases/)
    expect(log).not.toContain('\u001b')
  })

  it.each([
    ['b', 'leave-view', 0],
    ['x', 'cancelled', 130],
    ['f', 'draining', 130],
  ])('asks at q what is meant: %s', async (key, _, code) => {
    const run = prepare()
    const terminal = startInTerminal(run.args)
    await terminal.until(isRunning)
    await terminal.press('q', 'b: leave it running, f: finish running phases, x: stop now, other keys: stay')
    await terminal.press('z', 'Enter: open')
    await terminal.press('q', 'b: leave it running')
    const effect = { b: 'continues in the background', x: 'ancelled', f: '1 phase still running' }[key]!
    await terminal.press(key, effect)
    if (key === 'f') run.finish()
    expect(await terminal.exited).toBe(code)
    run.finish()
    await run.ended()
    const { status, canGoOn } = await run.status()
    expect([status, canGoOn]).toEqual(key === 'b' ? ['completed', false] : ['cancelled', true])
  })

  it.each([
    ['drains when its terminal is closed', [], 'cancelled'],
    ['continues when its terminal is closed, if asked for', ['--on-hangup', 'background'], 'completed'],
  ])('%s', async (_, more, expected) => {
    const run = prepare(more)
    const terminal = startInTerminal(run.args)
    await terminal.until(isRunning)
    const { runId } = await run.status()
    ;(terminal.pty as unknown as { destroy(): void }).destroy()
    const isBackground = more.length > 0
    const hasHungUp = async (): Promise<boolean> =>
      isBackground ? existsSync(run.log(runId)) : (await run.status()).status === 'draining'
    await vi.waitUntil(hasHungUp, { timeout: 60_000, interval: 200 })
    run.finish()
    await run.ended()
    expect((await run.status()).status).toBe(expected)
  })

  it('drains in the background when its front is killed', async () => {
    const run = prepare()
    const terminal = startInTerminal(run.args)
    await terminal.until(isRunning)
    const { runId } = await run.status()
    process.kill(terminal.pty.pid, 'SIGKILL')
    await vi.waitUntil(async () => (await run.status()).status === 'draining', {
      timeout: 60_000,
      interval: 200,
    })
    run.finish()
    await run.ended()
    expect((await run.status()).status).toBe('cancelled')
    expect(readFileSync(run.log(runId), 'utf8')).toContain('Draining')
  })

  it('leaves the terminal to its shell: its modes stay, also when the run ends later', async () => {
    const run = prepare()
    const env = { PS1: 'ready> ', AMELIA_CONFINE_WRITE: tmpdir() }
    const shell = startTerminal(['/bin/bash', '--norc', '--noprofile', '-i'], { env })
    await shell.until('ready>')
    shell.type(`clear; ${[process.execPath, join(inject('programs'), 'cli.mjs'), ...run.args].join(' ')}\r`)
    await shell.until(isRunning)
    await shell.press('b', /continues in the background[^]*^ready>/m)
    // Another program has the terminal, in a mode of its choice.
    shell.type('clear; stty -icanon -echo; sleep 1; cat > /dev/null & stty -a | grep -o .icanon; wait\r')
    await shell.until('-icanon')
    run.finish()
    await run.ended()
    shell.type('clear\r')
    shell.type('stty -a | grep -o .icanon\r')
    await shell.until(/^-icanon$/m)
    shell.type('\u0003exit 0\r')
  })
})
