import { checkOptions } from '../../error/check/check-options.ts'
import { aBoolean, oneOf } from '../../error/check/rule.ts'
import { architectFormats } from '../../prompt/architect-formats.ts'
import { type ArchitectGuidance, buildArchitectGuidance } from '../../prompt/architect-guidance.ts'

/** Implements `buildArchitectGuidance`. */
export const guideArchitect = (guidance: ArchitectGuidance): string => {
  checkOptions('buildArchitectGuidance', guidance, { format: oneOf(...architectFormats), tdd: aBoolean })
  return buildArchitectGuidance(guidance)
}
