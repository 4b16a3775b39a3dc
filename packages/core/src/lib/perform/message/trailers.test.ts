import { describe, expect, it } from 'vitest'
import { withTrailers } from './trailers.ts'

const trailers = { runId: 'r1', phaseId: '2a', attempt: 3 }
const own = 'Amelia-Run: r1\nAmelia-Phase: 2a\nAmelia-Attempt: 3\n'

/**
 * Finds trailers leniently: at the start of a line, in any case, with blanks before the colon.
 */
const found = (text: string): string[] => text.match(/^Amelia-(?:Run|Phase|Attempt)\s*:.*$/gim) ?? []
const ours = own.trimEnd().split('\n')

describe('withTrailers', () => {
  it('appends to trailers that a hook added', () => {
    expect(withTrailers('Phase 2a: A\n\nChange-Id: I123\nSigned-off-by: B <b@c>\n', trailers)).toBe(
      `Phase 2a: A\n\nChange-Id: I123\nSigned-off-by: B <b@c>\n${own}`,
    )
    expect(withTrailers('fix: A', trailers), 'a title is not a trailer').toBe(`fix: A\n\n${own}`)
    expect(withTrailers('A\n\nNote: b\nand more', trailers)).toBe(`A\n\nNote: b\nand more\n\n${own}`)
  })

  it('keeps its trailers once, and last, wherever a hook moved them', () => {
    const first = withTrailers('A', trailers)
    expect(withTrailers(first, trailers)).toBe(first)
    expect(withTrailers(`${first}Change-Id: I1\n`, trailers)).toBe(`A\n\nChange-Id: I1\n${own}`)
  })

  it('fault 19: indents lines that imitate its trailers, from first to last', () => {
    for (const line of [
      'Amelia-Phase: 9',
      'amelia-phase: 9',
      'Amelia-Phase : 9',
      'Amelia-Attempt:',
      'AMELIA-RUN\t: r9\r',
    ])
      for (const text of [line, `${line}\n\nA`, `A\n\n${line}\nB: c`, `A\n\nB: c\n${line}`])
        expect(found(withTrailers(text, trailers)), JSON.stringify(text)).toEqual(ours)
  })

  it('keeps other words with the same start', () => {
    expect(withTrailers('A\n\nAmelia-Phases are numbered.', trailers)).toContain(
      '\nAmelia-Phases are numbered.\n',
    )
  })

  it('keeps the last trailers of another run or attempt from passing for this one', () => {
    const earlier = withTrailers('A', { ...trailers, runId: 'r0', attempt: 2 })
    expect(found(withTrailers(earlier, trailers))).toEqual(ours)
  })
})
