import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus inside an element: when the focused control is removed or disabled, the heading of the page
 * gets the focus, and not the body, from which the Tab key begins at the top.
 */
export const useKeptFocus = (root: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = root
    if (!current) return undefined
    let isInside = false
    const onFocus = (): void => {
      isInside = true
    }
    // A click beside all controls takes the focus away on purpose.
    const onPress = ({ target }: Event): void => {
      isInside = target instanceof Element && target.closest('button, a, input, textarea, select') !== null
    }
    const check = (): void => {
      if (isInside && document.activeElement === document.body)
        current.querySelector<HTMLElement>('h1')?.focus()
    }
    const observer = new MutationObserver(check)
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    current.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      observer.disconnect()
      current.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [root])
}
