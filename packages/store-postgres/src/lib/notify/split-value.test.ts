import { expect, it } from 'vitest'
import { channelOf, createJoiner, splitValue, wakePayload } from './split-value.ts'

const join = (payloads: readonly string[]): unknown[] => {
  const receive = createJoiner()
  return payloads.map(receive).flatMap((found) => (found === null ? [] : [found.value]))
}

it.each([null, 0, 'a\n\u2028\u0000\ud800', { text: '👩‍💻'.repeat(5000), list: [1, { a: 'ü' }] }])(
  'a value is received as it was sent (%#)',
  (value) => {
    const payloads = splitValue(value, 1)
    for (const payload of payloads) {
      expect(payload).toMatch(/^[\u0020-\u007f]*$/)
      expect(payload.length).toBeLessThan(8000)
    }
    expect(join(payloads)).toEqual([value])
  },
)

it('equal values have different messages', () => {
  expect(splitValue('a', 1)).not.toEqual(splitValue('a', 2))
})

it('a value of more than 256 KiB is not sent', () => {
  expect(splitValue('x'.repeat(262_142), 1)).not.toEqual([])
  expect(splitValue('x'.repeat(262_143), 1)).toEqual([])
})

it('incomplete and foreign messages are left out, and the next value is received', () => {
  const large = splitValue('x'.repeat(20_000), 1)
  expect(large.length).toBe(3)
  const next = splitValue('next', 2)
  expect(join([large[0]!, large[2]!, ...next])).toEqual(['next'])
  expect(join([large[1]!, large[2]!, ...next])).toEqual(['next'])
  expect(join(['', wakePayload, '1.0.1:{', 'x.0.1:1', ...next])).toEqual(['next'])
})

it('each run of each schema has a channel with a valid name', () => {
  const names = [channelOf('a', 'r1'), channelOf('a', 'r2'), channelOf('b', 'r1')]
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^[a-z_0-9]{1,63}$/)
})
