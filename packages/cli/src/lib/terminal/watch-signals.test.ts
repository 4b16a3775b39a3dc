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
})
