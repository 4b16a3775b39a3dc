import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countLines } from './count-lines.ts'
import { diffLines } from './diff-lines.ts'
import { mergeText } from './merge-text.ts'
import { isLong } from '../../../../../test/fixtures/is-long.ts'
import { runsOf } from '../../../../../test/fixtures/runs-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-merge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const labels = { ours: 'ours', theirs: 'theirs' }
const mergeMarked = (base: string, ours: string, theirs: string): { text: string; conflicts: boolean } => {
  const { bytes: merged, conflicts } = mergeText(bytes(base), bytes(ours), bytes(theirs), labels)!
  return { text: new TextDecoder().decode(merged), conflicts }
}
const merge = (base: string, ours: string, theirs: string): string | null => {
  const merged = mergeMarked(base, ours, theirs)
  return merged.conflicts ? null : merged.text
}

/** Returns git's own result, with markers if it conflicts. */
const gitMergeMarked = (base: string, ours: string, theirs: string): { text: string; conflicts: boolean } => {
  const files = Object.entries({ ours, base, theirs }).map(([name, text]) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  })
  const names = ['-L', 'ours', '-L', 'base', '-L', 'theirs']
  const { stdout, status } = spawnSync('git', ['merge-file', '-p', '-q', ...names, ...files], {
    encoding: 'utf8',
  })
  return { text: stdout, conflicts: status !== 0 }
}
/** Returns git's own result; null for a conflict. */
const gitMerge = (base: string, ours: string, theirs: string): string | null => {
  const merged = gitMergeMarked(base, ours, theirs)
  return merged.conflicts ? null : merged.text
}

const gitCount = (before: string, after: string): [number, number] => {
  const files = [before, after].map((text, index) => {
    const file = join(folder, `count-${index}`)
    writeFileSync(file, text)
    return file
  })
  try {
    execFileSync('git', ['diff', '--no-index', '--numstat', '--minimal', ...files], { stdio: 'pipe' })
    return [0, 0]
  } catch (error) {
    const [added, removed] = String((error as { stdout: Buffer }).stdout).split('\t')
    return [Number(added), Number(removed)]
  }
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))

describe('diffLines', () => {
  it('returns the replaced ranges of any texts', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.array(line, { maxLength: 40 }), (before, after) => {
        const made: string[] = []
        let [at, there] = [0, 0]
        for (const { start, end, from, to } of diffLines(before, after)) {
          expect(before.slice(at, start)).toEqual(after.slice(there, from))
          // Changes never touch: otherwise they would be one change.
          if (at > 0 || there > 0) expect(start).toBeGreaterThan(at)
          made.push(...before.slice(at, start), ...after.slice(from, to))
          ;[at, there] = [end, to]
        }
        expect([...made, ...before.slice(at)]).toEqual(after)
      }),
      { numRuns: 1000 },
    )
  })

  // With many equal lines, git's minimal diff is sometimes not the least.
  it("finds at most as many lines as git's minimal diff", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = countLines(bytes(before), bytes(after))
        const [most, mostRemoved] = gitCount(before, after)
        expect(added).toBeLessThanOrEqual(most)
        expect(Number(added) - Number(removed)).toBe(most - mostRemoved)
      }),
      { numRuns: runsOf(60) },
    )
  })

  it('takes no longer for large texts without common lines', () => {
    const lines = (name: string): string[] => Array.from({ length: 40_000 }, (_, index) => `${name}${index}`)
    expect(diffLines(['same', ...lines('a')], ['same', ...lines('b')])).toEqual([
      { start: 1, end: 40_001, from: 1, to: 40_001 },
    ])
  })
})

describe('mergeText', () => {
  it.each([
    ['both sides, apart', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['the same change', 'a\nb\n', 'a\nx\n', 'a\nx\n', 'a\nx\n'],
    ['changes that touch', 'a\nb\n', 'A\nb\n', 'a\nB\n', null],
    ['the same line', 'a\n', 'b\n', 'c\n', null],
    // The added blank line could be either of two: it replaces the line before them.
    ['a change with two positions', 'a\nb\n\nc\n', 'a\nb\n\ny\nc\n', 'a\n\n\nc\n', 'a\n\n\ny\nc\n'],
    ['a change that takes the position in a conflict', 'a\nb\n\nc\n', 'a\n\n\nc\n', 'a\n\nc\n', null],
    ['a last line without its end', 'a\nb\nc', 'x\nb\nc', 'a\nb\nc\n', 'x\nb\nc\n'],
    ['carriage returns', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nC\r\n'],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toBe(expected)
    expect(gitMerge(base, ours, theirs)).toBe(expected)
  })

  it('keeps bytes that are not UTF-8, and rejects binary contents', () => {
    const latin = (line: number): Uint8Array => Uint8Array.of(line, 10, 0xe9, 10, line === 3 ? 9 : 4, 10)
    expect(mergeText(latin(1), latin(2), latin(1), labels)?.bytes).toEqual(latin(2))
    expect(mergeText(Uint8Array.of(0), Uint8Array.of(0, 1), Uint8Array.of(0), labels)).toBeNull()
  })

  it.each([
    ['one line', 'a\nb\nc\n', 'a\nx\nc\n', 'a\ny\nc\n'],
    ['both added', '', 'one\nsame\n', 'other\nsame\n'],
    ['a file that one side emptied', 'a\n', '', 'b\n'],
    ['no line end', 'a', 'b', 'c'],
    ['no line end on one side', 'a\nb', 'a\nx', 'a\ny\n'],
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nx\r\nc\r\n', 'a\r\ny\r\nc\r\n'],
    ['CRLF without the last', 'a\r\nb', 'a\r\nx', 'a\r\ny'],
    ['CRLF on one side', 'a\nb\n', 'a\r\nb\r\n', 'a\ny\n'],
    ['lines that both sides have', 'a\n', '1\n2\nx\n3\n4\n5\n6\nx\n7\n', '1\n2\ny\n3\n4\n5\n6\ny\n7\n'],
    ['few lines between', 'a\nb\nc\nd\ne\n', 'x\nb\nc\nd\nx\n', 'y\nb\nc\nd\ny\n'],
    ['more lines between', 'a\nb\nc\nd\ne\nf\n', 'x\nb\nc\nd\ne\nx\n', 'y\nb\nc\nd\ne\ny\n'],
    ['a merged line between', 'a\nb\nc\nd\ne\n', 'x\nb\nC\nd\nx\n', 'y\nb\nc\nd\ny\n'],
  ])('marks a conflict like git: %s', (_, base, ours, theirs) => {
    const marked = mergeMarked(base, ours, theirs)
    expect(marked.conflicts).toBe(true)
    expect(marked).toEqual(gitMergeMarked(base, ours, theirs))
  })

  it.each([1, 2, 3])('merges and rejects like git if few lines were edited (seed %i)', (seed) => {
    const base = Array.from({ length: 14 }, (_, index) => (index % 3 === 0 ? '' : `line ${index}`))
    const edit = fc.tuple(fc.nat({ max: 12 }), fc.constantFrom('', 'x', 'y', null), fc.boolean())
    const edited = fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
      const lines = [...base]
      for (const [at, line, inserts] of edits) {
        lines.splice(at, inserts && line !== null ? 0 : 1, ...(line === null ? [] : [line]))
      }
      return `${lines.join('\n')}\n`
    })
    const before = `${base.join('\n')}\n`
    let clean = 0
    fc.assert(
      fc.property(edited, edited, (ours, theirs) => {
        const expected = gitMergeMarked(before, ours, theirs)
        clean += expected.conflicts ? 0 : 1
        expect(mergeMarked(before, ours, theirs)).toEqual(expected)
      }),
      { numRuns: isLong ? 1000 : 15, seed },
    )
    expect(clean).toBeGreaterThan(3)
  })

  it('agrees with git on texts of few lines', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const expected = gitMerge(base, ours, theirs)
        const found = merge(base, ours, theirs)
        // With so few different lines, each may find others unchanged; if both merge them, the results are
        // equal.
        if (found !== null && expected !== null) expect(found).toBe(expected)
      }),
      { numRuns: runsOf(100) },
    )
  })
})
