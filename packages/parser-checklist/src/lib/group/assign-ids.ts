import { normalizePhaseId } from '@amelia/core/plugin'
import type { Group } from './group-tasks.ts'

/**
 * Assigns the ids of the phases, in order.
 *
 * If no phase has a number, ids are positions. Otherwise a phase without a number gets the previous id with
 * a letter (`3a`). Repeated numbers are kept, so that they are reported.
 */
export const assignIds = (groups: readonly Group[]): string[] => {
  const taken = new Set(groups.map(idOf).filter((id) => id !== ''))
  if (taken.size === 0) return groups.map((_, index) => String(index + 1))
  let before = '0'
  let number = 0
  return groups.map((group) => {
    const id = idOf(group)
    if (id !== '') {
      before = id
      number = 0
      return id
    }
    for (;;) {
      const free = `${before}${letters(++number)}`
      if (taken.has(free)) continue
      taken.add(free)
      return free
    }
  })
}

const idOf = ({ id, isCode }: Group): string => (isCode ? id : normalizePhaseId(id))

/** Returns letters for a number: 1 is `a`, 26 is `z`, 27 is `aa`. */
const letters = (number: number): string => {
  let text = ''
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text
  }
  return text
}
