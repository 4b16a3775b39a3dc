/** The stage at which an attempt continues: the next unit, or a later stage once all units are done. */
export type Standing = 'unit' | 'verification' | 'review' | 'integration'

/**
 * Finds the stage that an attempt has reached; undefined before its first unit is planned. Answers of people
 * and verdicts of reviewers still apply.
 */
export const whereItStands = ({
  unitIndex,
  units,
  checkpointPassed,
  reviewPassed,
  verified,
}: Progress): Standing | undefined => {
  if (units.length === 0) return undefined
  if (unitIndex < units.length) return 'unit'
  if (checkpointPassed) return 'integration'
  return reviewPassed || verified ? 'review' : 'verification'
}

interface Progress {
  unitIndex: number
  units: readonly unknown[]
  checkpointPassed: boolean
  reviewPassed: boolean
  verified: boolean
}
