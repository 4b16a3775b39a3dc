import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/** The keyboard of a list whose rows are rendered only while they are visible. */
export interface RowKeys {
  /** The row that the Tab key reaches. */
  active: number | undefined
  /** To be called with key presses in the list. */
  onKeyDown: (event: KeyboardEvent) => void
  /** To be called when the focus moves into the list. */
  onFocus: (event: FocusEvent) => void
}

/** The properties of {@link useRowKeys}. */
export interface RowKeysOptions {
  /** The list. Its rows carry `data-index`. */
  list: RefObject<HTMLElement | null>
  /** Selects the control of a row that takes the focus. */
  control: string
  /** The number of rows. */
  count: number
  /** The indexes of the rendered rows. */
  shown: readonly number[]
  /** Makes a row visible. */
  show: (index: number) => void
  /** The row that the Tab key reaches before a person has chosen one. Default: the first rendered one. */
  initial?: number | undefined
}

const page = 10

/** Moves the focus between the rows of a list with arrow keys, `j`, `k`, Page Up, Page Down, Home and End. */
export const useRowKeys = ({ list, control, count, shown, show, initial }: RowKeysOptions): RowKeys => {
  const [chosen, setChosen] = useState<number>()
  const active = [chosen, initial].find((index) => index !== undefined && shown.includes(index)) ?? shown[0]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = rowAfter(event.key, active ?? 0, count)
    if (to === undefined || !(event.target as HTMLElement).matches(control)) return
    event.preventDefault()
    setChosen(to)
    show(to)
    focusRow(list, to, control)
  }
  const onFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (row) setChosen(Number(row.dataset['index']))
  }
  return { active, onKeyDown, onFocus }
}

const rowAfter = (key: string, index: number, count: number): number | undefined => {
  const moves: Record<string, number> = {
    ArrowUp: index - 1,
    k: index - 1,
    ArrowDown: index + 1,
    j: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}

/** The row may be rendered only after the list has scrolled. */
const focusRow = (list: RefObject<HTMLElement | null>, index: number, control: string, frames = 8): void => {
  const row = list.current
    ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    ?.querySelector<HTMLElement>(control)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusRow(list, index, control, frames - 1))
}
