import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../test/performer-fixture.ts'
import { keepOutput } from './keep-output.ts'

const keep = async (output: string, failed = true, name = 'phase-a/attempt-1/check-test') => {
  const { performer, kept } = createPerformer({ secrets: ['hunter2hunter2'] })
  return { result: await keepOutput(performer, output, { name, failed }), kept }
}
const file = 'output/phase-a/attempt-1/check-test.txt'

describe('keepOutput', () => {
  it('stores the full output of a failed command without secrets, and returns the relevant lines', async () => {
    const lines = Array.from({ length: 9_000 }, (_, k) => `line ${k} hunter2hunter2`).join('\n')
    const { result, kept } = await keep(lines)
    expect(result.outputFile).toBe(`kept/${file}`)
    expect(result.output.length).toBeLessThanOrEqual(4_000)
    expect(kept.get(file)).toBe(lines.replaceAll('hunter2hunter2', '[redacted]'))
  })

  it('stores nothing for a command that succeeded, and no empty file', async () => {
    expect((await keep('fine', false)).kept.size).toBe(0)
    expect((await keep('')).kept.size).toBe(0)
  })

  it('stores at most 10 MB, both ends, and notes the omission', async () => {
    const output = `BEGIN\n${'ü\n'.repeat(4_000_000)}END`
    const text = (await keep(output)).kept.get(file)!
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(10_000_000)
    expect(text).toMatch(
      /^BEGIN\n[^]*\n\[\.\.\. \d+ bytes omitted: at most 10 MB are kept \.\.\.\]\n[^]*END$/,
    )
  })

  it('returns a name that every store accepts', async () => {
    const { kept } = await keep('x', true, 'phase-ä b/../.x/check-a/b')
    expect([...kept.keys()]).toEqual(['output/phase-__b/_/_x/check-a/b.txt'])
  })
})
