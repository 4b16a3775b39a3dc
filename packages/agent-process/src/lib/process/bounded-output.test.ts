import { describe, expect, it } from 'vitest'
import { createBoundedOutput } from './bounded-output.ts'

describe('createBoundedOutput', () => {
  it('keeps all output up to its limit', () => {
    const output = createBoundedOutput(10)
    output.stream()(Buffer.from('0123456789'))
    expect(output.read()).toEqual({ output: '0123456789', truncated: false })
  })

  it('bounds its memory by the limit', () => {
    const output = createBoundedOutput(10_000)
    const write = output.stream()
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 6000; n += 1) write(Buffer.from(`${n}`.padEnd(65_536, 'x')))
    // Nearly 400 MB in total.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000)
    expect(output.read().output.length).toBeLessThan(10_100)
  })

  it('drops an escape sequence at the cut', () => {
    const output = createBoundedOutput(20)
    output.stream()(Buffer.from(`${'a'.repeat(8)}\u001b[31m${'b'.repeat(50)}\n\u001b[0mend\n`))
    const read = output.read()
    expect(read.output).toMatch(/^a{8}\n\[… 1 lines \(\d+ characters\) left out …\]\nend\n$/)
  })
})
