import { createManualClock } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { watchSignals } from './watch-signals.ts'

describe('watchSignals', () => {
  it('drains, cancels, then exits; SIGTERM only drains (fault 60); not while an editor has the terminal', () => {
    const calls: string[] = []
    let isLent = true
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const signals = watchSignals(run, (interruption) => calls.push(interruption), {
      exit: () => calls.push('exit'),
      isLent: () => isLent,
    })
    process.emit('SIGTERM')
    process.emit('SIGTERM')
    expect(calls).toEqual(['drain', 'draining'])
    process.emit('SIGINT')
    expect(calls).toEqual(['drain', 'draining'])
    isLent = false
    process.emit('SIGINT')
    signals.interrupt()
    expect(calls).toEqual(['drain', 'draining', 'cancel', 'cancelling', 'exit'])
    signals.close()
    expect(process.listenerCount('SIGINT', signals.interrupt)).toBe(0)
  })

  it('counts a Ctrl-C that arrives several times as one, and each that follows the notice', async () => {
    const calls: string[] = []
    const clock = createManualClock()
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const signals = watchSignals(run, () => {}, { exit: () => calls.push('exit'), clock })
    const copies = async (): Promise<void> => {
      for (let copy = 0; copy < 3; copy++) process.emit('SIGINT')
      clock.advance(100)
      await new Promise(setImmediate)
    }
    await copies()
    expect(calls).toEqual(['drain'])
    await copies()
    expect(calls).toEqual(['drain', 'cancel'])
    await copies()
    expect(calls).toEqual(['drain', 'cancel', 'exit'])
    signals.close()
  })

  it('drains once if a Ctrl-C and the end of the terminal coincide', async () => {
    const calls: string[] = []
    const clock = createManualClock()
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const signals = watchSignals(run, () => {}, { clock })
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGHUP'] as const) process.emit(signal)
    clock.advance(100)
    await new Promise(setImmediate)
    expect(calls).toEqual(['drain'])
    signals.close()
  })

  it('has no effect after its end', async () => {
    const clock = createManualClock()
    const run = { drain: () => expect.unreachable(), cancel: () => expect.unreachable() }
    const signals = watchSignals(run, () => {}, { clock })
    process.emit('SIGINT')
    signals.close()
    clock.advance(100)
    await new Promise(setImmediate)
  })
})
