import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOutput } from './bound-output.ts'

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')

describe('boundOutput', () => {
  it('leaves what is short as it is', () => {
    for (const output of ['', '\n', 'a\n', numbered(100), 'x'.repeat(4_000)])
      expect(boundOutput(output)).toBe(output)
  })

  // seed: intelligent-execution 69
  it('keeps the first and the last 50 lines, and says how many are missing', () => {
    const lines = boundOutput(numbered(140)).split('\n')
    expect(lines).toHaveLength(101)
    expect(lines.slice(49, 52)).toEqual(['line 49', '… (40 lines left out) …', 'line 90'])
    expect(lines.at(-1)).toBe('line 139')
  })

  it('keeps both ends of a long line, and says how many characters are missing', () => {
    const output = `BEGIN${'x'.repeat(9_990)}END`
    const bounded = boundOutput(output)
    const said = /… \((\d+) characters left out\) …/.exec(bounded)
    expect(bounded).toMatch(/^BEGIN.*END$/)
    expect(bounded.length).toBeLessThanOrEqual(1_000)
    expect(bounded.length - said![0].length + Number(said?.[1])).toBe(output.length)
  })

  it('keeps the error in the middle of a long output, with the head of its stack and the true number of lines', () => {
    const error = [
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      '',
      '3 !== 4',
      '',
      '    at TestContext.<anonymous> (/repo/test/sum.test.js:7:10)',
      '    at Test.run (node:internal/test_runner/test:1208:25)',
    ]
    const lines = [...numbered(3_000).split('\n'), ...error, ...numbered(3_000).split('\n')]
    const bounded = boundOutput(lines.join('\n'))
    expect(bounded).toContain(`\n${error.join('\n')}\n`)
    expect(bounded.startsWith('line 0\nline 1\n')).toBe(true)
    expect(bounded.endsWith('line 2998\nline 2999')).toBe(true)
    const notes = [...bounded.matchAll(/^… \((\d+) lines left out\) …$/gm)]
    const left = notes.reduce((sum, [, count]) => sum + Number(count), 0)
    expect(bounded.split('\n').length - notes.length + left).toBe(lines.length)
  })

  it.each([
    ['a failed assertion of pytest', 'E       assert 3 == 4'],
    ['an error of a compiler', 'src/a.ts(3,1): error TS2322: Type "x" is not assignable.'],
    ['a panic', "thread 'main' panicked at src/main.rs:2:5:"],
    ['a failed test', 'not ok 7 - adds'],
    ['a failed Go test', '--- FAIL: TestSum (0.00s)'],
  ])('finds %s', (_what, line) => {
    expect(boundOutput([numbered(500), line, numbered(500)].join('\n'))).toContain(`\n${line}\n`)
  })

  it('adds the lines that the command runner dropped', () => {
    const note = '[… 7000 lines (99999 characters) left out …]'
    const bounded = boundOutput([numbered(100), note, numbered(100)].join('\n'))
    expect(bounded).toContain('\n… (7100 lines left out) …\n')
  })

  it('gives the true number once more when what it gave is shortened again', () => {
    const once = boundOutput([numbered(3_000), 'Error: no', numbered(3_000)].join('\n'))
    const twice = boundOutput(once, { edgeLines: 5, maxCharacters: 900 })
    expect(twice).toContain('\nError: no\n')
    const notes = [...twice.matchAll(/^… \((\d+) lines left out\) …$/gm)]
    const left = notes.reduce((sum, [, count]) => sum + Number(count), 0)
    expect(twice.split('\n').length - notes.length + left).toBe(6_001)
  })

  it('cuts no character into halves, at neither end', () => {
    for (const output of ['😀'.repeat(3_000), `a${'😀'.repeat(3_000)}`, `${'😀'.repeat(3_000)}a`])
      expect(boundOutput(output)).toMatch(/^a?(?:😀)+… \(\d+ characters left out\) …(?:😀)+a?$/u)
  })

  it('never gives more than 4,000 characters and 135 lines, nor half a character', () => {
    const output = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '😀', 'é'), maxLength: 3_000 }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(output, fc.nat({ max: 3 }), (parts, before) => {
        const bounded = boundOutput('x'.repeat(before) + parts.join(''))
        expect(bounded.length).toBeLessThanOrEqual(4_000)
        expect(bounded.split('\n').length).toBeLessThanOrEqual(135)
        expect(bounded).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
