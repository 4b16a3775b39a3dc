import { labelContent } from '../../text/content/label-content.ts'

/** Describes a concern of a phase's agent for a person who has to judge it, in full. */
export const describeConcern = (phaseId: string, concern: string): string =>
  labelContent(`${phaseId}: its agent asks to look at`, concern)
