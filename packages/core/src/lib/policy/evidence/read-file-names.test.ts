import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFileNames } from './read-file-names.ts'

describe('readFileNames', () => {
  it.each<[string, string[]]>([
    ['src/a.js', ['src/a.js']],
    ['./src/a.js', ['src/a.js']],
    ['src/', ['src']],
    ['src\\lib\\a.js', ['src/lib/a.js']],
    ['old.js -> new.js', ['old.js', 'new.js']],
    ['old.js->new.js', ['old.js', 'new.js']],
    ['`old.js` => `new.js`', ['old.js', 'new.js']],
    ['old.js → new.js (moved)', ['old.js', 'new.js']],
    ['old.js renamed to new.js', ['old.js', 'new.js']],
    ['src/{old => new}/a.js', ['src/old/a.js', 'src/new/a.js']],
    ['src/{ => lib}/a.js', ['src/a.js', 'src/lib/a.js']],
    ['R100\told.js\tnew.js', ['old.js', 'new.js']],
    ['a.txt (deleted)', ['a.txt']],
    ['src/a.js (new)', ['src/a.js']],
    ['src/a.js [new]', ['src/a.js']],
    ['src/a.js - added net()', ['src/a.js']],
    ['src/a.js — added net()', ['src/a.js']],
    ['src/a.js: added net()', ['src/a.js']],
    ['src/a.js # new', ['src/a.js']],
    ['src/a.js lines 1-20', ['src/a.js']],
    ['a.js:12', ['a.js']],
    ['a.js:12-20', ['a.js']],
    ['a.js:12:5', ['a.js']],
    ['a.js#L12-L20', ['a.js']],
    ['M src/a.js', ['src/a.js']],
    ['?? src/a.js', ['src/a.js']],
    ['A\tsrc/a.js', ['src/a.js']],
    ['- src/a.js', ['src/a.js']],
    ['1. src/a.js', ['src/a.js']],
    ['Modify: `src/a.js:3-9`', ['src/a.js']],
    ['new file: src/a.js', ['src/a.js']],
    ['created src/a.js', ['src/a.js']],
    ['`src/a.js`', ['src/a.js']],
    ['**src/a.js**', ['src/a.js']],
    ['**`src/a.js`** (new)', ['src/a.js']],
    ['"src/my file.js"', ['src/my file.js']],
    ["'src/a.js'", ['src/a.js']],
    ['src/a.js, src/b.js', ['src/a.js', 'src/b.js']],
    ['src/a.js and src/b.js', ['src/a.js', 'src/b.js']],
    ['src/a.js\nsrc/b.js', ['src/a.js', 'src/b.js']],
    ['test/*.test.js', ['test/*.test.js']],
    ['**/*.snap', ['**/*.snap']],
    ['*.js', ['*.js']],
    ['app/(shop)/[id]/page.tsx', ['app/(shop)/[id]/page.tsx']],
    ['src/__init__.py', ['src/__init__.py']],
    ['.github/workflows/ci.yml', ['.github/workflows/ci.yml']],
    ['/tmp/notes.txt', ['/tmp/notes.txt']],
    ['../other/a.js', ['../other/a.js']],
    ['https://example.org//a.js', ['https://example.org/a.js']],
    ['sandbox/a.js', ['sandbox/a.js']],
    ['', []],
    ['.', []],
    ['-', []],
    ['none', []],
    ['(none)', []],
    ['N/A', []],
  ])('reads %j', (entry, names) => {
    expect(readFileNames(entry)).toEqual(names)
  })

  it('never throws, and reads a long entry as its beginning', () => {
    const part = fc.constantFrom(' -> ', '{', '}', '`', '(', ')', ' ', '**', ':1', '\\', '/', '→', 'a', ', ')
    const entry = fc.oneof(fc.string({ unit: 'binary' }), fc.array(part, { maxLength: 500 }))
    fc.assert(
      fc.property(entry, (given) => {
        const text = typeof given === 'string' ? given : given.join('')
        const names = readFileNames(text)
        expect(names).toEqual(readFileNames(`${text.slice(0, 1_000)}`))
        expect(names.every((name) => name !== '' && name.length <= 1_000)).toBe(true)
      }),
    )
    for (const unit of [' ', '`', '(', ' -> ', '{', '**', ':1', '\\'])
      expect(readFileNames(unit.repeat(1_000_000))).toEqual(readFileNames(unit.repeat(1_000).slice(0, 1_000)))
  })
})
