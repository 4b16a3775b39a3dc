import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { GateQuestion } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { askAtTerminal } from './ask-at-terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'

const gateOf = (id: string, ...choices: string[]) =>
  ({
    id,
    kind: 'checkpoint',
    phaseIds: [],
    question: `Gate ${id}?`,
    details: [],
    suggestions: [],
    choices: Object.fromEntries(choices.map((choice) => [choice, () => undefined])),
  }) as unknown as GateQuestion

const start = () => {
  const calls: string[] = []
  let shown = ''
  const screen = new PassThrough()
  screen.on('data', (text: Buffer) => {
    shown += String(text)
  })
  const stdin = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => calls.push(`raw ${raw}`) })
  const terminal = {
    stdin,
    screen,
    columns: 80,
    paint: (text: string) => text,
  } as unknown as Terminal
  let now = 0
  const asker = askAtTerminal(terminal, { now: () => now })
  asker.attach({
    interrupt: () => calls.push('interrupt'),
  })
  /** Types a text after the question has been on the screen for 300 ms, or less. */
  const type = async (text: string, after = 300) => {
    await wait(20)
    now += after
    stdin.write(text)
    await wait(20)
  }
  return { asker, calls, type, shown: () => shown }
}

describe('askAtTerminal', () => {
  it('accepts one key, ignores others, and releases the keyboard', async () => {
    const { asker, calls, type, shown } = start()
    const answer = asker.ask(gateOf('g', 'approve', 'skip'))
    await type('zS')
    expect(await answer).toEqual({ gateId: 'g', choice: 'skip' })
    expect(calls).toEqual(['raw true', 'raw false'])
    expect(shown()).toBe('\n? Gate g?\n[a] approve  [s] skip\n  -> skip\n')
  })

  it('drops keys that are typed before a question, or within 300 ms after', async () => {
    const { asker, type, shown } = start()
    const answer = asker.ask(gateOf('g', 'approve', 'abort'))
    await type('ax', 0)
    await type('ax', 299)
    expect(shown()).not.toContain('->')
    await type('a', 1)
    expect(await answer).toEqual({ gateId: 'g', choice: 'approve' })
  })

  it('asks for a second key before it ends the run, or at high risk', async () => {
    const { asker, type } = start()
    const answer = asker.ask(gateOf('g', 'abort'))
    await type('x')
    await type('y', 100)
    await type('x')
    await type('x')
    await type('y')
    expect(await answer).toEqual({ gateId: 'g', choice: 'abort' })
    const risky = asker.ask({
      ...gateOf('h', 'approve'),
      kind: 'blocker',
      blocker: 'needs_judgment',
    } as GateQuestion)
    await type('a')
    await type('y')
    expect(await risky).toEqual({ gateId: 'h', choice: 'approve' })
  })

  it('asks how much more to allow at a question about a budget, until it can be read', async () => {
    const { asker, type, shown } = start()
    const gate = {
      ...gateOf('run:budget:1', 'approve', 'abort'),
      kind: 'blocker',
      blocker: 'budget_exceeded',
    }
    const answers = [1, 2].map(() => asker.ask(gate as GateQuestion))
    await type('a')
    await type('5 euros\r')
    await type('5 usd\r')
    await type('a')
    await type('\r')
    const approved = { gateId: 'run:budget:1', choice: 'approve' }
    expect(await Promise.all(answers)).toEqual([{ ...approved, amount: { usd: 5 } }, approved])
    expect(shown()).toContain('Expected numbers above 0 with their unit')
  })

  // seed: intelligent-execution 59
  it('asks what to revert after abort-revert', async () => {
    const { asker, type, shown } = start()
    const answer = asker.ask(gateOf('g', 'approve', 'abort-revert'))
    await type('v')
    expect(shown()).toContain('before the [r]un or before this [b]atch?')
    await type('xb')
    expect(await answer).toEqual({ gateId: 'g', choice: 'abort-revert', scope: 'batch' })
    const left = asker.ask(gateOf('h', 'approve', 'abort-revert'))
    await type('v')
    await type('\u0004')
    expect(await left).toBeUndefined()
  })

  it('asks for some phases of a question about several', async () => {
    const { asker, type, shown } = start()
    const several = { ...gateOf('g', 'approve', 'send-back', 'abort'), phaseIds: ['2A', '2B'] }
    const approved = asker.ask(several)
    await type('p')
    expect(shown()).toContain('[p] phases')
    await type('9\r')
    expect(shown()).toContain('Expected some of 2A, 2B.')
    await type('2a\r')
    await type('xa')
    expect(await approved).toEqual({ gateId: 'g', choice: 'approve', phaseIds: ['2A'] })
    const back = asker.ask(several)
    await type('p')
    await type('2b\r')
    await type('b')
    await type('smaller\r')
    expect(await back).toEqual({ gateId: 'g', choice: 'send-back', feedback: 'smaller', phaseIds: ['2B'] })
  })

  it('asks one gate at a time', async () => {
    const { asker, type, shown } = start()
    const answers = [asker.ask(gateOf('one', 'approve')), asker.ask(gateOf('two', 'approve', 'skip'))]
    await wait(20)
    expect(shown()).not.toContain('two')
    await type('a')
    expect(shown()).toContain('Gate two?')
    await type('s')
    expect(await Promise.all(answers)).toEqual([
      { gateId: 'one', choice: 'approve' },
      { gateId: 'two', choice: 'skip' },
    ])
  })

  it('closes a question that was answered elsewhere, even before it is asked', async () => {
    const { asker, type, shown } = start()
    const answers = ['one', 'two', 'three'].map((id) => asker.ask(gateOf(id, 'approve')))
    await wait(20)
    asker.withdraw('two')
    asker.withdraw('one')
    await wait(20)
    expect(shown()).toContain('Gate one?\n[a] approve\n  -> answered elsewhere\n')
    expect(shown()).not.toContain('Gate two?')
    await type('a')
    asker.withdraw('three')
    expect(await Promise.all(answers)).toEqual([undefined, undefined, { gateId: 'three', choice: 'approve' }])
  })

  it('closes a question while text is being typed', async () => {
    const { asker, type, shown } = start()
    const answer = asker.ask(gateOf('g', 'fix'))
    await type('f')
    await type('use no')
    expect(shown()).toContain('Describe the fix: ')
    asker.withdraw('g')
    expect(await answer).toBeUndefined()
  })

  it('asks for the text of send-back until it is not empty', async () => {
    const { asker, type } = start()
    const answer = asker.ask(gateOf('g', 'send-back'))
    await type('b')
    await type('\n')
    await type('b')
    await type('more tests \n')
    expect(await answer).toEqual({ gateId: 'g', choice: 'send-back', feedback: 'more tests' })
  })

  it('accepts a rejection with or without a reason', async () => {
    const { asker, type } = start()
    const bare = asker.ask(gateOf('g', 'approve', 'reject'))
    await type('r')
    await type('\n')
    expect(await bare).toEqual({ gateId: 'g', choice: 'reject' })
    const reasoned = asker.ask(gateOf('h', 'approve', 'reject'))
    await type('r')
    await type('no\n')
    expect(await reasoned).toEqual({ gateId: 'h', choice: 'reject', feedback: 'no' })
  })

  it.each([
    ['Ctrl-C', ['\u0003'], true],
    ['Ctrl-D', ['\u0004'], false],
    ['Ctrl-C while typing', ['b', 'wor', '\u0003'], true],
  ])('%s leaves the gate open', async (_, keys, interrupts) => {
    const { asker, calls, type } = start()
    const answer = asker.ask(gateOf('g', 'approve', 'send-back'))
    for (const key of keys) await type(key)
    expect(await answer).toBeUndefined()
    expect(calls.includes('interrupt')).toBe(interrupts)
  })

  it('leaves all gates open when it is closed', async () => {
    const { asker, calls } = start()
    const answers = [asker.ask(gateOf('one', 'approve')), asker.ask(gateOf('two', 'approve'))]
    await wait(20)
    asker.close()
    expect(await Promise.all(answers)).toEqual([undefined, undefined])
    expect(calls.at(-1)).toBe('raw false')
  })
})
