import { expect, it } from 'vitest'
import { isFailureClass } from './failure-class.ts'

it('knows the classes, and nothing that an object has by itself', () => {
  for (const text of ['transient', 'cancelled', 'rate_limited']) expect(isFailureClass(text)).toBe(true)
  for (const text of ['', 'Transient', 'toString', '__proto__', 429, null, undefined])
    expect(isFailureClass(text)).toBe(false)
})
