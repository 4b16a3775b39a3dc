import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the width or the height of an element in pixels; 0 before it is known. */
export const useSize = (
  element: RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'clientHeight',
): number => {
  const [size, setSize] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    setSize(current[side])
    const observer = new ResizeObserver(() => setSize(current[side]))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, side])
  return size
}
