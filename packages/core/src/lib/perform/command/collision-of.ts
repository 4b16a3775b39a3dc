import type { CheckCollision } from '../../contract/check-result.ts'
import { findCollision } from '../../policy/failure/find-collision.ts'

/** Describes the conflict of a failed check with checks of other phases; undefined if there was none. */
export const collisionOf = (
  check: string,
  output: string,
  phaseIds: readonly string[],
): CheckCollision | undefined => {
  const words = phaseIds.length === 0 ? undefined : findCollision(output)
  return words === undefined ? undefined : { check, words, phaseIds: [...phaseIds] }
}
