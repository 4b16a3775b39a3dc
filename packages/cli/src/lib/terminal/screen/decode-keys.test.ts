import { describe, expect, it } from 'vitest'
import { decodeKeys } from './decode-keys.ts'

const names = (input: string, isComplete = false): string[] =>
  decodeKeys(input, isComplete).keys.map(({ name, ctrl }) => (ctrl ? `^${name}` : name))

describe('decodeKeys', () => {
  it.each([
    ['aB?', ['a', 'B', '?']],
    ['é日👩‍👩‍👧', ['é', '日', '👩‍👩‍👧']],
    ['\u0003\u0004\u001a\u0015', ['^c', '^d', '^z', '^u']],
    ['\r\n\t\u007f\b', ['enter', 'enter', 'tab', 'backspace', 'backspace']],
    ['\u001b[A\u001bOB\u001b[6~\u001b[3~\u001b[Z', ['up', 'down', 'pagedown', 'delete', 'backtab']],
  ])('decodes %j', (input, expected) => {
    expect(names(input)).toEqual(expected)
  })

  it('makes no keys of sequences that it does not know, such as reports of the mouse and Alt with a letter', () => {
    expect(names('\u001b[<0;10;5Mx\u001b[15~y\u001bavz')).toEqual(['x', 'y', 'v', 'z'])
  })

  it('waits for the rest of a sequence, and takes a lone escape as a key when nothing follows', () => {
    expect(decodeKeys('a\u001b[')).toEqual({ keys: [{ name: 'a' }], rest: '\u001b[' })
    expect(decodeKeys('\u001b')).toEqual({ keys: [], rest: '\u001b' })
    expect(names('\u001b', true)).toEqual(['escape'])
    expect(names('\u001b\u001b[A', true)).toEqual(['escape', 'up'])
  })

  it('never makes keys of a paste, even if it arrives in parts', () => {
    const paste = '\u001b[200~y\u0003\u001b[Ax\r\u001b[201~'
    for (let at = 1; at < paste.length; at++) {
      const first = decodeKeys(paste.slice(0, at))
      const second = decodeKeys(first.rest + paste.slice(at) + 'k')
      expect([...first.keys, ...second.keys], `cut at ${at}`).toEqual([
        { name: 'paste', text: 'y\u0003\u001b[Ax\r' },
        { name: 'k' },
      ])
    }
  })
})
