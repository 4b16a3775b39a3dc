import { readStatus } from '@amelia/core/plugin'
import type { ItemBlock } from './outline.ts'
import { foldWidth } from '../words/fold-width.ts'

/** A letter or a digit in brackets is a tag or a reference, except the x of a ticked box. */
const checkbox = /^[[［]([ \u3000xXｘＸvV]|[^\p{L}\p{N}\s\\[\]［］])\ufe0f?(?:\](?=\s|$)|］)/u
/** `[] x`, `[ x] x`, `[ ]x`; not `[ ](url)`, `[x][y]`, `[x]: url`. */
const misspelled = /^(\[(?:\]|\s{1,3}[xX]?\s{0,3}\]|[xX]\s{1,3}\])(?=\s+\S)|\[[ xX~-]\](?=[\p{L}\p{N}`"]))/u

type Box = Pick<ItemBlock, 'text' | 'checked' | 'status' | 'sign' | 'misspelled'>

/** Reads the checkbox that the text of an item begins with. */
export const readCheckbox = (text: string): Box => {
  const [all = '', written] = checkbox.exec(text) ?? []
  if (written === undefined) {
    const [wrong] = misspelled.exec(text) ?? []
    if (wrong === undefined) return { text }
    // The brackets alone may be a correct box: the missing space is the mistake.
    const [glued = ''] = /^\S/u.exec(text.slice(wrong.length)) ?? []
    return { ...misspell(text, wrong), misspelled: wrong + glued }
  }
  const mark = foldWidth(written)
  const rest = text.slice(all.length).trim()
  if (mark === ' ') return { text: rest, checked: false }
  if (mark === 'x' || mark === 'X') return { text: rest, checked: true, status: 'done' }
  if ('✓✔✅☑√vV'.includes(mark)) return { text: rest, checked: true, status: 'done', sign: mark }
  const isStarted = mark === '~' || mark === '-'
  return { text: rest, checked: false, sign: mark, ...(isStarted && { status: 'in_progress' }) }
}

const misspell = (text: string, wrong: string): Box => ({
  text: text.slice(wrong.length).trim(),
  checked: false,
  misspelled: wrong,
})

const tagged = /^\[(\p{L}[\p{L} ]{0,14})\](?=\s+\S)/u

/**
 * Reads a letter or a word for a status in brackets, `[y]` or `[done]`, as a misspelled box in a list that
 * has a checkbox. `[P]` is the mark of a parallel task, and a word that the document defines is a link.
 */
export const readSiblings = (items: readonly ItemBlock[], lines: readonly string[]): void => {
  if (!items.some(({ checked, misspelled }) => checked !== undefined && misspelled === undefined)) return
  for (const item of items) {
    if (item.checked !== undefined) continue
    const [wrong = '', word = ''] = tagged.exec(item.text) ?? []
    const isStatus = (word.length === 1 && word !== 'P') || /^(?:yes|ok)$/i.test(word) || readStatus(word)
    if (word === '' || !isStatus || definedIn(lines).has(wrong)) continue
    Object.assign(item, misspell(item.text, wrong))
  }
}

let latest: { lines: readonly string[]; defined: ReadonlySet<string> } | undefined

/** Returns the labels of the link definitions among lines: `[y]` for `[y]: url`. */
const definedIn = (lines: readonly string[]): ReadonlySet<string> => {
  if (latest?.lines !== lines) {
    const labels = lines.flatMap((line) => /^\s{0,3}(\[[^\]]{1,20}\]):/.exec(line)?.[1] ?? [])
    latest = { lines, defined: new Set(labels) }
  }
  return latest.defined
}
