import { type RefObject, useLayoutEffect } from 'react'

/** Returns the focus to the control that had it before a panel appeared, if it is in the panel at its end. */
export const useReturnedFocus = (panel: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const { current } = panel
    const before = document.activeElement
    return () => {
      if (current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [panel])
}
