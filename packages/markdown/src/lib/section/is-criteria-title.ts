import { isCriteriaHeading } from './is-beside-work.ts'
import { readType } from './read-type.ts'

/** The whole title, or what comes before a remark: `Notes for reviewers`, but not `Notes API`. */
const whole =
  /^(?:definition of done|dod|done when|acceptance|verif(?:y|ications?)|success|out of scope|non-goals|notes|risks)(?:$|\s*[(:：—–/]|\s+-\s|\s+(?:for|of|to|by|per|if|when|on|about|from|before|after|that|whether|criteria|checks?|gates?|indicators?|requirements?|checklists?|lists?|steps?|plans?|commands?|results?|metrics|measures?|conditions?|tests?|scenarios?|procedures?|considerations?|assessment|mitigations?|register|log)\b|\s*(?:and|&|,)\s*(?:acceptance|assumptions?|caveats?|considerations?|constraints?|dependencies|edge cases|gotchas|issues|limitations|metrics|mitigations?|(?:open )?questions|references?|remarks?|risks?|rollback|testing|tests?|tips|validation|verification|warnings?)\b)/i

/**
 * Returns whether the title of a sub-heading introduces conditions and remarks instead of work. One with a
 * type, such as `Notes API (impl)`, is work.
 */
export const isCriteriaTitle = (title: string): boolean =>
  readType(title).type === undefined && (whole.test(title) || isCriteriaHeading(title))
