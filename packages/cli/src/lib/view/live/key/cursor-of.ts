import { scrollPage } from '../../../terminal/screen/scroll-page.ts'
import type { LiveState } from './live-state.ts'
import type { KeyContext } from './step.ts'

/** Returns the phase at the cursor: the first one, unless a person has moved it. */
export const cursorOf = (
  { cursor }: Pick<LiveState, 'cursor'>,
  order: readonly string[],
): string | undefined => (cursor !== undefined && order.includes(cursor) ? cursor : order[0])

/** Returns the phase at the cursor after a key; undefined if the key does something else. */
export const movedCursor = (
  state: LiveState,
  key: string,
  { order, pageRows }: Pick<KeyContext, 'order' | 'pageRows'>,
): string | undefined => {
  const top = order.indexOf(cursorOf(state, order) ?? '')
  // The cursor moves over phases as a page of one row over its lines, and by pages as they fit.
  const isPage = key.startsWith('page') || key === ' '
  const rows = isPage ? pageRows : 1
  const { top: next } = scrollPage({ lines: { length: order.length + rows - 1 }, top }, key, rows)
  return next === top || key === 'enter' ? undefined : order[Math.min(next, order.length - 1)]
}
