import type { RunEvent } from '@amelia/core'
import { type DescribedEvent, describeEvent, words } from '@amelia/core/view'

/** An event as the log shows it: in one line of plain text, without its time and its phase. */
export type ShownEvent = Pick<DescribedEvent, 'text' | 'tone'>

const mostCharacters = 1_000

/** Lays out the words for an event, with its failure behind them. */
export const layOutEvent = (event: RunEvent): ShownEvent => {
  const { text, tone, failure } = describeEvent(event)
  const all = failure ? `${text}: ${failure.message}` : text
  const cut = all.length > mostCharacters ? `${all.slice(0, mostCharacters)}…` : all
  const line = cut.charAt(0).toUpperCase() + cut.slice(1)
  // A search lays out all events, and nearly all lines are plain.
  return { text: plain.test(line) ? line : words.plainLabel(line), tone }
}

const plain = /^[!-~]+(?: [!-~]+)*$/
