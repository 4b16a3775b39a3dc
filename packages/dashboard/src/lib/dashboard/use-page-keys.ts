import { type RefObject, useEffect } from 'react'

/** The control that the Tab key reaches in a list of rows, or in the graph. */
const row = ':is([data-index], [data-phase]) > [tabindex="0"], [data-focus][tabindex="0"]'

/**
 * Handles the keys that work everywhere outside of fields and dialogs: `/` moves to the search, `j` and `k`
 * to the list, which handles them from then on, and `?` calls `showKeys`.
 */
export const usePageKeys = (root: RefObject<HTMLElement | null>, showKeys: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { current } = root
      const { target, key } = event
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (!current || !(target instanceof Element)) return
      // Without a focus, a key belongs to the page.
      if (target !== document.body && !current.contains(target)) return
      if (target.closest('input, textarea, select, dialog') !== null) return
      const found = key === '/' ? findSearch(current, target) : undefined
      const control = key === 'j' || key === 'k' ? findRow(current, target) : found
      if (control) control.focus()
      else if (key === '?') showKeys()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [root, showKeys])
}

const sideOf = (target: Element): Element | null => target.closest('.amelia-sidebar, .amelia-main')

const findRow = (root: HTMLElement, target: Element): HTMLElement | null => {
  const side = sideOf(target) ?? root.querySelector('.amelia-main')
  return side?.querySelector<HTMLElement>(row) ?? root.querySelector<HTMLElement>(row)
}

/** Finds the search beside the focus, or else that of the shown view, or else that of the runs. */
const findSearch = (root: HTMLElement, target: Element): HTMLElement | undefined => {
  const all = [...root.querySelectorAll<HTMLElement>('input[type="search"]')]
  const visible = all.filter((search) => search.checkVisibility())
  return visible.find((search) => sideOf(target)?.contains(search)) ?? visible.at(-1)
}
