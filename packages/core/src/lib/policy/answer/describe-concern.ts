import { labelContent } from '../../text/content/label-content.ts'

/** Introduces a concern of an agent to whoever judges its work. The concern itself is not changed. */
export const describeConcern = (concern: string): string => labelContent('its agent asks to inspect', concern)
