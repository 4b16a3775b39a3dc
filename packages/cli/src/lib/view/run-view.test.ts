import { nodeHost } from '@amelia/node'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { PhaseActivity, PhaseReport, PhaseWait, Run } from '@amelia/core'
import { stripAnsi } from '@amelia/core/view'
import { describe, expect, it } from 'vitest'
import { phaseOf, viewOf } from '../../../test/fixtures/sample-view.ts'
import { createRunView } from './run-view.ts'
import { createTerminal } from '../terminal/terminal.ts'

type Listener = (event: object) => void

const waits: [string, PhaseWait][] = [['1', { reason: 'place', phases: [], sentence: 'Waits for a place.' }]]

/** A complete change of the view, in which phase 1 is in this state. */
const changeOf = (first: Partial<PhaseReport>, activity?: PhaseActivity): object => {
  const { report, ...run } = viewOf('A goal', [phaseOf('1', 'One', first), phaseOf('2', 'Two')])
  return {
    ...{ ...run, report, type: 'run_changed', batches: [], phases: [...run.phases.values()] },
    waits: waits.map(([phaseId, wait]) => ({ phaseId, wait })),
    activities: activity ? [{ phaseId: '1', activity }] : [],
  }
}

const start = (isTTY: boolean, json = false) => {
  const done: unknown[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => {} })
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 60, rows: 10 })
  const stderr = new PassThrough()
  const terminal = createTerminal({
    stdin,
    stdout,
    stderr,
    env: { NO_COLOR: '1' },
  } as never)
  const listeners = new Set<Listener>()
  const run = {
    id: 'r',
    subscribe({ views = false }: { views?: boolean }, listener: Listener) {
      listeners.add(listener)
      if (views) listener(changeOf({}))
      return () => listeners.delete(listener)
    },
    cancel: (what: object) => done.push(what),
  } as unknown as Run
  const phases = ['1', '2'].map((id) => ({
    ...{ id, title: id === '1' ? 'One' : 'Two', status: 'pending', dependsOn: [], parallelWith: [] },
    subtasks: [],
  }))
  const plan = { goal: 'A goal', phases }
  const view = createRunView(terminal, run, plan as never, {
    ...{ json, repo: '.', host: nodeHost({ repo: '.' }), leaveOpen: () => {} },
    interrupt: () => void done.push('interrupt'),
  })
  const read = (stream: PassThrough) => String(stream.read() ?? '')
  return {
    view,
    listeners,
    out: () => read(stdout),
    error: () => read(stderr),
    emit: (event: object) => listeners.forEach((listener) => listener(event)),
    ...{ tty: stdout, stdin, done },
  }
}
const started = {
  type: 'phase_started',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  phaseId: '1',
  title: 'One',
  attempt: 1,
}

describe('createRunView', () => {
  it('prints one JSON event per line, and notices to stderr', () => {
    const { view, out, error, emit, listeners } = start(true, true)
    emit(started)
    view.interrupted('draining')
    expect(out()).toBe(`${JSON.stringify(started)}\n`)
    expect(error()).toBe(
      'Draining: running phases finish, and no others start. Press Ctrl-C again to stop them.\n',
    )
    view.stop()
    expect(listeners.size).toBe(0)
  })

  // seed: intelligent-execution 113
  it('prints one line per event without a terminal', () => {
    const { view, out, error, emit } = start(false)
    emit(started)
    emit({ ...started, type: 'unit_completed' })
    emit({ ...started, at: '2026-01-01T00:01:05.000Z', type: 'phase_cancelled' })
    view.interrupted('cancelling')
    view.stop()
    expect(out()).toBe('00:00  1       started: One\n01:05  1       cancelled\n')
    expect(error()).toBe('Stopping. Press Ctrl-C again to exit immediately.\n')
  })

  it('draws in a terminal, and removes its listeners', async () => {
    const { view, out, emit, listeners, tty, stdin } = start(true)
    expect(stripAnsi(out())).toMatch(/▸ ○ 1 {2}One +waits for a place {2}○ 2 {2}Two/)
    emit(changeOf({ status: 'running' }, { text: 'edit a.js' }))
    view.interrupted('draining')
    await wait(150)
    const frame = stripAnsi(out())
    expect(frame).toMatch(/● 1 {2}One .*edit a\.js/)
    expect(frame).toContain('Draining: 1 phase still running. Ctrl-C: stop now')
    view.stop()
    view.stop()
    out()
    await wait(150)
    expect(out()).toBe('')
    expect(listeners.size + tty.listenerCount('resize') + stdin.listenerCount('data')).toBe(0)
  })

  // seed: intelligent-execution 101
  it('cancels a running step by key, and passes Ctrl-C on', async () => {
    const { view, out, emit, stdin, done } = start(true)
    emit(changeOf({ status: 'running' }, { text: 'Sleep', step: { id: 's1', startedAt: started.at } }))
    const press = async (key: string): Promise<void> => {
      await wait(400)
      stdin.write(key)
      await wait(100)
    }
    await press('c')
    expect(stripAnsi(out())).toContain('Cancel step s1 of phase 1? y: yes')
    await press('y')
    await press('\u0003')
    expect(done).toEqual([{ phaseId: '1', stepId: 's1' }, 'interrupt'])
    view.stop()
  })
})
