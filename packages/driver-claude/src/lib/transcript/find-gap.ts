import type { Entry } from './read-entries.ts'

/**
 * Returns the reason why a transcript is incomplete; undefined if it is complete.
 *
 * The agent resumes a transcript that lost its beginning, its middle or its end without an error, and
 * forgets that part. So the chain of parents is followed from the last message, and from the last one that
 * is known to have existed, to a message without a parent.
 *
 * @param last The id of the last message known to have existed, if any.
 */
export const findGap = (entries: readonly Entry[], last: string | undefined): string | undefined => {
  const byId = new Map(
    entries.flatMap((entry) => (typeof entry.uuid === 'string' ? [[entry.uuid, entry] as const] : [])),
  )
  const leaf = entries.findLast(({ uuid, isSidechain }) => typeof uuid === 'string' && isSidechain !== true)
  if (last !== undefined && !byId.has(last)) return 'its end is missing'
  for (const start of [leaf?.uuid, last]) {
    const seen = new Set<unknown>()
    for (let id: unknown = start; typeof id === 'string'; id = byId.get(id)?.parentUuid) {
      if (!byId.has(id)) return 'a part of it is missing'
      if (seen.has(id)) return 'its messages form a circle'
      seen.add(id)
    }
  }
  return undefined
}
