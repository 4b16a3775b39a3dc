import { type RefObject, useLayoutEffect, useState } from 'react'
import { sizes } from '../layout/place-plan.ts'

const mostColumns = 5

/**
 * Returns the number of cards that fit side by side into an element; 0 until it is measured. A panel beside a
 * graph does not count, so that nothing moves when it opens. `scale`: that of the cards.
 */
export const useColumns = (element: RefObject<HTMLElement | null>, scale = 1): number => {
  const [columns, setColumns] = useState(0)
  useLayoutEffect(() => {
    const node = element.current?.closest('.amelia-body') ?? element.current
    if (!node) return
    const measure = (): void => setColumns(columnsIn(node.clientWidth / scale))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element, scale])
  return columns
}

/** Returns the number of cards that fit into a width in pixels, from 1 to 5. */
const columnsIn = (width: number): number =>
  Math.max(1, Math.min(mostColumns, Math.floor((width - 80 + sizes.gap) / (sizes.card + sizes.gap))))
