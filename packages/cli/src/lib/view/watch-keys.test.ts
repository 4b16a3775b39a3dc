import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Cancellable, watchKeys } from './watch-keys.ts'

const open = (running: Cancellable[], refusal?: string) => {
  const raw: boolean[] = []
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (mode: boolean) => void raw.push(mode),
    resume: () => {},
    pause: () => {},
  })
  const done: (Cancellable | 'interrupt' | 'suspend')[] = []
  let shown: string | undefined
  const actions = {
    running: () => running,
    cancel(what: Cancellable) {
      if (refusal !== undefined) throw new Error(refusal)
      done.push(what)
    },
    interrupt: () => void done.push('interrupt'),
    show: (text: string | undefined) => void (shown = text),
  }
  const watch = watchKeys(stdin as never, actions, () => void done.push('suspend'))
  const press = (...keys: string[]): void => {
    for (const key of keys)
      if (key.startsWith('^')) stdin.emit('keypress', undefined, { ctrl: true, name: key.slice(1) })
      else stdin.emit('keypress', key, { name: key })
  }
  return { press, done, raw, watch, shown: () => shown }
}

describe('the keys of the live view', () => {
  it('cancel a running step after a confirmation', () => {
    const keys = open([{ phaseId: '1', stepId: '1.2' }])
    keys.press('c')
    expect(keys.shown()).toBe('Cancel step 1.2 of phase 1? y: yes, any other key: no')
    expect(keys.done).toEqual([])
    keys.press('y')
    expect(keys.done).toEqual([{ phaseId: '1', stepId: '1.2' }])
    expect(keys.shown()).toBeUndefined()
  })

  it('offer one after the other', () => {
    const keys = open([{ phaseId: '1' }, { phaseId: '2a' }])
    keys.press('c', 'c')
    expect(keys.shown()).toBe('Cancel phase 2a? y: yes, c: another, any other key: no')
    keys.press('c')
    expect(keys.shown()).toContain('Cancel phase 1?')
    keys.press('c', 'y')
    expect(keys.done).toEqual([{ phaseId: '2a' }])
  })

  it.each([['n'], ['x'], ['q']])('keep what runs after "%s", and y alone does nothing', (key) => {
    const keys = open([{ phaseId: '1' }])
    keys.press('y', 'c', key, 'y')
    expect(keys.done).toEqual([])
    expect(keys.shown()).toBeUndefined()
  })

  it('say when nothing runs, and why a cancel was refused', () => {
    const none = open([])
    none.press('c')
    expect(none.shown()).toBe('Nothing is running that could be cancelled.')
    const late = open([{ phaseId: '1' }], 'Phase 1 is not running.')
    late.press('c', 'y')
    expect(late.shown()).toBe('Phase 1 is not running.')
  })

  it('pass Ctrl-C on, and suspend with the terminal restored', () => {
    const keys = open([])
    keys.press('^c', '^z')
    expect(keys.done).toEqual(['interrupt', 'suspend'])
    expect(keys.raw).toEqual([true, false])
    process.emit('SIGCONT')
    expect(keys.raw).toEqual([true, false, true])
    keys.watch.close()
    expect(keys.raw).toEqual([true, false, true, false])
  })

  it('are left to a question while paused', () => {
    const keys = open([{ phaseId: '1' }])
    keys.watch.pause()
    keys.press('c', 'y')
    expect(keys.done).toEqual([])
    keys.watch.resume()
    keys.press('c', 'y')
    expect(keys.done).toEqual([{ phaseId: '1' }])
    keys.watch.close()
    keys.watch.close()
    expect(keys.raw).toEqual([true, false, true, false])
  })
})
