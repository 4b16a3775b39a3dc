/** Tries at an answer: the first, and one repair. */
const maxTries = 2

/** The next request for an answer that could not be read: in the same session, in a new one, or none. */
export type Repair = 'resume' | 'restart' | 'none'

/**
 * Decides how to request an unreadable answer again. It is requested once more, in the same session if that
 * can be resumed.
 *
 * A session that only read may be repeated from the start. A session that wrote may not, because it would do
 * its work twice.
 */
export const decideRepair = ({
  tries,
  canResume,
  isReadOnly,
}: {
  tries: number
  canResume: boolean
  isReadOnly: boolean
}): Repair => {
  if (tries >= maxTries) return 'none'
  if (canResume) return 'resume'
  return isReadOnly ? 'restart' : 'none'
}
