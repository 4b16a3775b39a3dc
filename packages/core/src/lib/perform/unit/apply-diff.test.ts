import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDiff, isDeletion, isDiff } from './apply-diff.ts'

const diff = (...lines: string[]): string => `${lines.join('\n')}\n`

describe('isDiff', () => {
  it('recognises a unified diff by its start', () => {
    for (const text of ['diff --git a/x b/x\n', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n', '@@ -1,2 +1,2 @@\n'])
      expect(isDiff(text)).toBe(true)
  })

  it('recognises nothing else', () => {
    for (const text of [
      '',
      'x\n',
      '---\ntitle: A\n---\n',
      '--- Adds two numbers.\nfunction add()\n',
      '-- SQL\n',
      '@@ x',
      ' @@ -1 +1 @@',
    ])
      expect(isDiff(text), text).toBe(false)
  })
})

describe('applyDiff', () => {
  const file = 'a\nb\nc\nd\ne\n'

  it('changes, adds and removes lines', () => {
    expect(applyDiff(file, diff('--- a/x', '+++ b/x', '@@ -2,2 +2,3 @@', '-b', '+B', '+B2', ' c'))).toBe(
      'a\nB\nB2\nc\nd\ne\n',
    )
    expect(applyDiff(file, diff('@@ -1,1 +1,0 @@', '-a', '@@ -5 +4 @@', '-e', '+E'))).toBe('b\nc\nd\nE\n')
  })

  it('creates a file, with the end of its last line', () => {
    const made = diff(
      'diff --git a/x b/x',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/x',
      '@@ -0,0 +1,2 @@',
      '+a',
      '+b',
    )
    expect(applyDiff('', made)).toBe('a\nb\n')
    expect(applyDiff('', `${made}\\ No newline at end of file\n`)).toBe('a\nb')
    expect(applyDiff('here\n', made), 'a file that already exists').toBeNull()
  })

  it('distinguishes a last line with and without an end', () => {
    const ends = diff('@@ -1,2 +1,3 @@', ' a', '-b', '\\ No newline at end of file', '+b', '+c')
    expect(applyDiff('a\nb', ends)).toBe('a\nb\nc\n')
    expect(applyDiff('a\nb\n', ends)).toBeNull()
    expect(applyDiff('a\nb', diff('@@ -1 +1 @@', '-a', '+A'))).toBe('A\nb')
    expect(applyDiff('a\nb', diff('@@ -1,2 +1,2 @@', '-a', '+A', ' b', '\\ No newline at end of file'))).toBe(
      'A\nb',
    )
  })

  it('finds the nearest matching place in a changed file', () => {
    const hunk = diff('@@ -1,2 +1,2 @@', ' b', '-c', '+C')
    expect(applyDiff(file, hunk)).toBe('a\nb\nC\nd\ne\n')
    expect(applyDiff('b\nc\nx\nx\nx\nb\nc\n', diff('@@ -5,2 +5,2 @@', ' b', '-c', '+C'))).toBe(
      'b\nc\nx\nx\nx\nb\nC\n',
    )
  })

  it('counts lines added by earlier hunks', () => {
    const both = diff('@@ -1 +1,4 @@', ' x', '+1', '+2', '+3', '@@ -4 +7 @@', '-x', '+y')
    expect(applyDiff('x\n'.repeat(6), both)).toBe('x\n1\n2\n3\nx\nx\ny\nx\nx\n')
  })

  it('applies a hunk after the previous one, never inside it', () => {
    const twice = diff('@@ -1 +1,2 @@', '-x', '+x', '+x', '@@ -2 +3 @@', '-x', '+y')
    expect(applyDiff('x\nx\n', twice)).toBe('x\nx\ny\n')
    expect(applyDiff('x\n', twice)).toBeNull()
  })

  it('reads an empty line of a hunk as context', () => {
    expect(applyDiff('a\n\nb\n', '@@ -1,3 +1,3 @@\n a\n\n-b\n+B')).toBe('a\n\nB\n')
  })

  it('inserts lines without context exactly at the given place, or not at all', () => {
    expect(applyDiff(file, diff('@@ -2,0 +3 @@', '+new'))).toBe('a\nb\nnew\nc\nd\ne\n')
    expect(applyDiff(file, diff('@@ -5,0 +6 @@', '+new'))).toBe(`${file}new\n`)
    expect(applyDiff(file, diff('@@ -90,0 +91 @@', '+new'))).toBeNull()
  })

  it('returns null for a diff that does not apply', () => {
    for (const wrong of [
      diff('@@ -1 +1 @@', '-A', '+a'),
      diff('@@ -1 +1 @@', '-a ', '+A'),
      diff('@@ -1,6 +1,6 @@', ' a', ' b', ' c', ' d', ' e', '-f', '+F'),
      diff('--- a/x', '+++ b/x'),
      diff('@@ -1 +1 @@', '-a', '+A', '@@ -2 +2 @@', '-nothing', '+B'),
      '',
    ])
      expect(applyDiff(file, wrong), wrong).toBeNull()
    expect(applyDiff('a\r\nb\r\n', diff('@@ -1 +1 @@', '-a', '+A'))).toBeNull()
  })

  it('returns null for a diff of two files, and for an invalid line', () => {
    expect(
      applyDiff(file, diff('@@ -1 +1 @@', '-a', '+A', 'diff --git a/y b/y', '@@ -2 +2 @@', '-b', '+B')),
    ).toBeNull()
    expect(applyDiff(file, diff('@@ -1 +1 @@', '-a', '+A', '@@ -2 +2 @@', '-b', '+B', '...'))).toBeNull()
  })

  it('recognises a diff that deletes the file', () => {
    const gone = diff('--- a/x', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-a', '-b')
    expect([isDeletion(gone), applyDiff('a\nb\n', gone)]).toEqual([true, ''])
    expect(isDeletion(diff('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+++ /dev/null'))).toBe(false)
  })

  it('turns any text into any other by their diff', () => {
    const text = fc
      .tuple(
        fc.array(fc.constantFrom('', 'a', 'b', ' a', '-a', '+b', '\\ x', '@@ -1 +1 @@', '--- x'), {
          maxLength: 12,
        }),
        fc.boolean(),
      )
      .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))
    fc.assert(
      fc.property(text, text, fc.nat({ max: 3 }), (before, after, context) => {
        fc.pre(before !== after)
        expect(applyDiff(before, makeDiff(before, after, context))).toBe(after)
      }),
    )
  })
})

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** One hunk from the first to the last differing line, in the format of `git diff`. */
const makeDiff = (before: string, after: string, context: number): string => {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let tail = 0
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const from = Math.max(0, start - context)
  const rest = Math.max(0, tail - context)
  const write = (kind: string, lines: string[]): string[] =>
    lines.map((line) =>
      line.endsWith('\n') ? kind + line : `${kind}${line}\n\\ No newline at end of file\n`,
    )
  const place = (length: number): string => {
    const count = length - rest - from
    return `${count === 0 ? from : from + 1},${count}`
  }
  return [
    `--- a/x\n+++ b/x\n@@ -${place(a.length)} +${place(b.length)} @@\n`,
    ...write(' ', a.slice(from, start)),
    ...write('-', a.slice(start, a.length - tail)),
    ...write('+', b.slice(start, b.length - tail)),
    ...write(' ', a.slice(a.length - tail, a.length - rest)),
  ].join('')
}
