/**
 * Scrolls the nearest element around another one that can be scrolled, and nothing around it: the page stays
 * where it is. `nearest` scrolls only if the element is not visible.
 */
export const scrollTo = (element: Element | null | undefined, block: 'start' | 'nearest'): void => {
  const around = element && findScroller(element)
  if (!element || !around) return
  const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()]
  if (block === 'start' || inner.top < outer.top) around.scrollTop += inner.top - outer.top - margin
  else if (inner.bottom > outer.bottom) around.scrollTop += inner.bottom - outer.bottom + margin
}

const margin = 8

const findScroller = (element: Element): Element | undefined => {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return undefined
}
