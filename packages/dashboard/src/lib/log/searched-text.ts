import type { RunEvent } from '@amelia/core'
import { layOutEvent } from './lay-out-event.ts'

const texts = new WeakMap<RunEvent, string>()

/** Returns the text of an event that a search examines, in lower case. It is built once. */
export const searchedText = (event: RunEvent): string => {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = `${event.type} ${event.phaseId ?? ''} ${layOutEvent(event).text}`.toLowerCase()
  texts.set(event, text)
  return text
}
