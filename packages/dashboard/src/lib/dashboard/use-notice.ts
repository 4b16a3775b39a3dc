import type { RunEvent } from '@amelia/core'
import { useEffect, useState } from 'react'
import type { RunStore } from '../state/create-run-store.ts'

/** A message to the person about something that was sent to the run. */
export interface Notice {
  text: string
  tone?: 'bad'
  /** Returns the message that replaces this one after an event of the run. */
  settle?: ((event: RunEvent) => string | undefined) | undefined
  /** The number of the last event that says nothing about it. Default: the last one when it is shown. */
  after?: number
}

/**
 * Sends a command, and reports it with a text until an event settles it. A text that the action resolves to
 * replaces it at once.
 */
export type TrackCommand = (
  text: string,
  settle: Notice['settle'],
  action: () => Promise<unknown> | undefined,
) => Promise<void>

/** How long a message is shown that nothing replaces, in milliseconds. */
const shownMs = 10_000

/** Keeps a message for some time, or until another one, an event that settles it, or a person replaces it. */
export const useNotice = (store: RunStore): [Notice | undefined, (notice: Notice | undefined) => void] => {
  const [notice, setNotice] = useState<Notice>()
  useEffect(() => {
    const { settle, after = store.events().at(-1)?.seq ?? 0 } = notice ?? {}
    if (!settle) return undefined
    const check = (): void => {
      for (const event of store.events()) {
        const text = event.seq > after ? settle(event) : undefined
        if (text !== undefined) return setNotice({ text })
      }
    }
    check()
    return store.subscribe('events', check)
  }, [store, notice])
  useEffect(() => {
    // A failure stays, and so does a message that an event replaces.
    if (!notice || notice.tone === 'bad' || notice.settle) return undefined
    const timer = setTimeout(() => setNotice(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}
