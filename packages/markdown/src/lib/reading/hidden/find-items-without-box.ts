import type { PhaseDraft } from '@amelia/core/plugin'
import type { Outline } from '../../outline/outline.ts'
import { type HiddenLine, ownersOf } from '../find-hidden.ts'

const id = String.raw`\*{0,2}([A-Z]{0,6}-?)(\d{1,6}(?:\.\d{1,4}){0,4})([.):]?)\*{0,2}\s+\S`
const withBox = new RegExp(`^(\\s{0,12})([-*+]\\s+\\[[^\\]]?\\]\\s+)${id}`)
/** A bullet, a number, a tag, or no mark. */
const withoutBox = new RegExp(`^(\\s{0,12})([-*+]\\s+|\\d{1,3}[.)]\\s+|<[a-z][^<>]{0,80}>|[*_]?)${id}`)

/**
 * Finds lines that are written as the plan's boxes, with an id that none of these has, and that have no box:
 * `- 1.2 Name` beside `- [ ] 1.1 Name`. `marks` is 1 where a phase or a subtask is.
 */
export const findItemsWithoutBox = (
  outline: Outline,
  phases: readonly PhaseDraft[],
  marks: Uint8Array,
): HiddenLine[] => {
  const shapes = new Set<string>()
  const known = new Set<string>()
  outline.lines.forEach((text, index) => {
    const match = marks[index + 1] === 1 && withBox.exec(text)
    if (!match) return
    shapes.add(shapeOf(match))
    known.add(idOf(match))
  })
  if (shapes.size === 0) return []
  /** Phases that only their parts have named. */
  const unnamed = new Set(phases.map((phase) => phase.id).filter((each) => !known.has(each)))
  const found = outline.lines.flatMap((text, index) => {
    const match = marks[index + 1] === 1 ? null : withoutBox.exec(text)
    if (!match || !(isClear(match) || unnamed.has(idOf(match)))) return []
    if (known.has(idOf(match)) || !shapes.has(shapeOf(match))) return []
    return [{ line: index + 1, text: text.trim().slice(0, 60), reason: 'it has no box' }]
  })
  const owners = found.length > 0 ? ownersOf(outline) : []
  return found.filter(({ line }) => owners[line]?.kind !== 'fence')
}

/** Numbers such as `3.` begin items of any list, unless a bullet or a tag is in front of them. */
const isClear = ([, , mark = '', letters = '', number = '']: RegExpExecArray): boolean =>
  /[-+<]|\*\s/.test(mark) || letters !== '' || number.includes('.')

const idOf = ([, , , letters = '', number = '']: RegExpExecArray): string => letters + number

/** The indent, the letters, the number of parts and the sign behind the id. */
const shapeOf = ([, indent = '', , letters = '', number = '', end = '']: RegExpExecArray): string =>
  [indent.length, letters, number.split('.').length, end].join()
