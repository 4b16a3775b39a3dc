import type { Heading } from '../find-headings.ts'

const plan = /^\W{0,8}(?:issue|plan|ticket|feature|project|spec)\b[\s:#-]*(?:\d|[a-z](?![a-z]))/iu

/** Returns the nearest heading, from this one upwards, that names a separate plan: `Issue #23: name`. */
export const planAbove = (heading: Heading | undefined): Heading | undefined => {
  let at = heading
  while (at && !plan.test(at.text)) at = at.parent
  return at
}
