import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import { steerCommand } from './steer-command.ts'

it('`amelia steer` sends a text to a running phase, saves it for a stopped run, and refuses others', async () => {
  const host = memoryHost({ clock: 'manual' })
  const received: string[] = []
  let end = (): void => {}
  const driver = createScriptedDriver(
    (_request, { signal }) =>
      new Promise((resolve, reject) => {
        end = () => resolve({})
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
    { steer: (_session, text) => received.push(text) > 0 },
  )
  const run = await createRun({
    plan: { phases: [{ id: 'us-001', title: 'One', body: 'Do it.' }] },
    ...{ host, driver, reviewers: [], trust: 'autonomous', artifacts: 'none' },
  })
  const begun = run.once('phase_started')
  const report = run.start()
  await begun

  const steer = async (phase: string, text: string): Promise<string> => {
    let shown = ''
    const stream = { on: () => {}, write: (more: string) => void (shown += more) }
    const terminal = createTerminal({
      ...{ stdin: {}, stdout: stream, stderr: stream, env: { NO_COLOR: '1' } },
    } as never)
    let over = false
    const done = steerCommand(terminal, { wanted: run.id, phase, text }, { repo: '.' }, host).finally(() => {
      over = true
    })
    done.catch(() => {})
    while (!over) {
      host.clock.advance(50)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await done).toBe(0)
    return shown
  }

  expect(await steer('US-001', 'Use tabs.')).toMatch(/^The run has taken the text for phase us-001\.\n/)
  expect(received).toEqual([expect.stringContaining('Use tabs.')])
  await expect(steer('9', 'Use tabs.')).rejects.toThrow(/no phase "9". Open phases: us-001/)
  run.cancel()
  await report
  expect(await steer('US-001', 'Use LF.')).toMatch(/^Saved\. .*\nTo resume the run:\n {2}amelia resume /)
  end()
})
