import { nearestName } from '../../text/nearest-name.ts'
import { quoteText as quote } from '../../text/quote-text.ts'

/**
 * Creates a function that suggests a known id for an unknown one: ` Did you mean "2a"?`, or nothing.
 *
 * Each call compares the id with all others, so the number of calls is limited, to keep the check of a broken
 * plan linear.
 */
export const suggestName = (ids: ReadonlySet<string>): ((id: string, own: string) => string) => {
  let left = Math.min(Math.max(Math.floor(20_000 / (ids.size + 1)), 1), 50)
  return (id, own) => {
    const near = left-- > 0 ? nearestName(id, others(ids, own)) : undefined
    return near === undefined ? '' : ` Did you mean ${quote(near)}?`
  }
}

function* others(ids: Iterable<string>, own: string): Iterable<string> {
  for (const id of ids) if (id !== own) yield id
}
