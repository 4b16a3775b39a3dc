import { ChildProcess } from 'node:child_process'
import { expect, it } from 'vitest'
import { openProcess } from './open-process.ts'
import { isShortage, repeatCall, repeatPauses } from './repeat-call.ts'

const failure = (code: string, syscall = 'spawn git'): Error =>
  Object.assign(new Error(code), { code, syscall })

const recordPauses = () => {
  const pauses: number[] = []
  return { pauses, pause: async (ms: number) => void pauses.push(ms) }
}

it('repeats a call with growing pauses, and reports each repetition', async () => {
  const { pauses, pause } = recordPauses()
  const counts: number[] = []
  let calls = 0
  const call = (): string => {
    if (++calls <= 3) throw failure('EAGAIN')
    return 'done'
  }
  const onRepeat = (_: unknown, count: number): void => void counts.push(count)
  expect(await repeatCall(call, { isPassing: isShortage, onRepeat, pause })).toBe('done')
  expect(pauses).toEqual(repeatPauses.slice(0, 3))
  expect(counts).toEqual([1, 2, 3])
})

it('throws the last error after all pauses, and another error at once', async () => {
  const { pauses, pause } = recordPauses()
  const lacking = () => Promise.reject(failure('ENOMEM'))
  await expect(repeatCall(lacking, { isPassing: isShortage, pause })).rejects.toThrow('ENOMEM')
  expect(pauses).toEqual(repeatPauses)
  const missing = () => Promise.reject(failure('ENOENT'))
  await expect(repeatCall(missing, { isPassing: isShortage, pause })).rejects.toThrow('ENOENT')
  expect(pauses).toHaveLength(repeatPauses.length)
})

it.each([
  ['EAGAIN', 'spawn git', true],
  ['EMFILE', 'spawn git', true],
  ['ENFILE', 'spawn', true],
  ['ENOMEM', 'spawn', true],
  ['EMFILE', 'open', false],
  ['ENOENT', 'spawn git', false],
  ['EACCES', 'spawn git', false],
])('%s of %s is a shortage: %s', (code, syscall, expected) => {
  expect(isShortage(failure(code, syscall))).toBe(expected)
})

it.each(['emits', 'throws'])('starts a process again that %s a shortage', async (how) => {
  const { pauses, pause } = recordPauses()
  let starts = 0
  const start = (): ChildProcess => {
    const isLacking = ++starts < 3
    if (isLacking && how === 'throws') throw failure('ENOMEM', 'spawn')
    const child = new ChildProcess()
    process.nextTick(() => (isLacking ? child.emit('error', failure('EAGAIN')) : child.emit('spawn')))
    return child
  }
  expect(await openProcess(start, { pause })).toBeInstanceOf(ChildProcess)
  expect(pauses).toEqual(repeatPauses.slice(0, 2))
})

it('starts no process again after an abort', async () => {
  const { pauses, pause } = recordPauses()
  const start = (): never => {
    throw failure('EAGAIN')
  }
  await expect(openProcess(start, { pause, signal: AbortSignal.abort() })).rejects.toThrow('EAGAIN')
  expect(pauses).toEqual([])
})
