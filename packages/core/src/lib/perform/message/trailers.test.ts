import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../text/display-width.ts'
import { phaseSchema } from '../plan/plan-schema.ts'
import { phaseMessage, withTrailers } from './phase-message.ts'

const trailers = { runId: 'r1', phaseId: '2a', attempt: 3 }
const own = 'Amelia-Run: r1\nAmelia-Phase: 2a\nAmelia-Attempt: 3\n'
const message = (title: string, ...subtasks: string[]): string =>
  phaseMessage(
    phaseSchema.parse({
      id: '2a',
      title,
      subtasks: subtasks.map((of, index) => ({ id: `2a.${index}`, title: of })),
    }),
    trailers,
  )

/**
 * Finds trailers leniently: at the start of a line, in any case, with blanks before the colon.
 */
const found = (text: string): string[] => text.match(/^Amelia-(?:Run|Phase|Attempt)\s*:.*$/gim) ?? []
const ours = own.trimEnd().split('\n')

describe('phaseMessage', () => {
  it('names the phase and its subtasks, and ends with the trailers', () => {
    expect(message('Parser')).toBe(`Phase 2a: Parser\n\n${own}`)
    expect(message('Parser', 'One')).toBe(`Phase 2a: Parser\n\n${own}`)
    expect(message('Parser', 'Write tests', 'Make them pass')).toBe(
      `Phase 2a: Parser\n\n- Write tests\n- Make them pass\n\n${own}`,
    )
  })

  it('faults 19 and 22: a title is one plain line', () => {
    expect(message('A\r\n\r\nAmelia-Phase: 9\u0000\u001b[31m red\u2028x', 'B\nAmelia-Run: r9', 'C')).toBe(
      `Phase 2a: A Amelia-Phase: 9 red x\n\n- B Amelia-Run: r9\n- C\n\n${own}`,
    )
  })

  it('fault 19: no plan can forge a trailer', () => {
    const texts = fc.array(
      fc
        .string({
          unit: fc.constantFrom('Amelia-Phase', 'amelia-run', ':', ' ', '\n', '\r', '\t', 'x'),
          maxLength: 12,
        })
        .filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(texts, ([title, ...subtasks]) => {
        expect(found(message(title!, ...subtasks))).toEqual(ours)
      }),
    )
  })
})

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

  it('has a subject of at most 72 columns, and the full title in its body', () => {
    const title = `Make ${'日本 and more '.repeat(12)}end`
    const [subject = '', blank, full] = message(title).split('\n')
    expect(displayWidth(subject)).toBeLessThanOrEqual(72)
    expect(subject.startsWith('Phase 2a: Make 日本')).toBe(true)
    expect([blank, full]).toEqual(['', `Phase 2a: ${title}`])
  })
})
