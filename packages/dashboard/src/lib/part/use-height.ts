import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the height of an element in pixels; 0 before it is known. */
export const useHeight = (element: RefObject<HTMLElement | null>): number => {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    setHeight(current.clientHeight)
    const observer = new ResizeObserver(() => setHeight(current.clientHeight))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return height
}
