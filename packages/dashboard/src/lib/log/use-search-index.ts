import type { RunEvent } from '@amelia/core'
import { useEffect, useRef } from 'react'
import { searchedText } from './searched-text.ts'

const portion = 1_000
const pauseMs = 16

/** Builds the texts of events in short portions, so that the first search does not wait for all of them. */
export const useSearchIndex = (events: readonly RunEvent[]): void => {
  const read = useRef(0)
  useEffect(() => {
    if (read.current > events.length) read.current = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = (): void => {
      const end = Math.min(read.current + portion, events.length)
      for (; read.current < end; read.current++) searchedText(events[read.current]!)
      timer = end < events.length ? setTimeout(step, pauseMs) : undefined
    }
    timer = setTimeout(step, pauseMs)
    return () => clearTimeout(timer)
  }, [events])
}
