import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A scrolled list that follows its end. */
export interface FollowedEnd {
  /** Whether the end stays visible. */
  follows: boolean
  /** To be called when the list was scrolled. */
  onScroll: () => void
  /** Shows the end, and follows it from then on. */
  follow: () => void
  /** Stays where the person reads. */
  stop: () => void
}

/** Distances in pixels: nearer to the end counts as the end, and scrolling up by more stops following. */
const near = 24
const up = 4

/** Keeps the end of a list visible while it grows, until the person scrolls up. */
export const useFollowEnd = (list: RefObject<HTMLElement | null>, height: number): FollowedEnd => {
  const [follows, setFollows] = useState(true)
  const lastTop = useRef(0)
  const showEnd = useCallback(() => {
    const element = list.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }, [list])
  useLayoutEffect(() => {
    if (follows) showEnd()
  }, [follows, height, showEnd])
  const onScroll = useCallback(() => {
    const element = list.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    if (scrollHeight - scrollTop - clientHeight <= near) setFollows(true)
    else if (scrollTop < lastTop.current - up) setFollows(false)
    lastTop.current = scrollTop
  }, [list])
  const follow = useCallback(() => {
    setFollows(true)
    showEnd()
  }, [showEnd])
  const stop = useCallback(() => setFollows(false), [])
  return { follows, onScroll, follow, stop }
}
