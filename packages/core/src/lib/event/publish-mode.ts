/** How people receive the work: one commit per phase as it is done, one commit at the end, or only files in their checkout. */
export type PublishMode = 'phase' | 'single' | 'message-only'
