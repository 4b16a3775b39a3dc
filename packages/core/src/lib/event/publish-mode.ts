/**
 * How people receive the work: one commit per phase as it is done, one commit at the end, or only files in
 * their checkout.
 */
export const publishModes = ['phase', 'single', 'message-only'] as const
Object.freeze(publishModes)

/** How people receive the work. */
export type PublishMode = (typeof publishModes)[number]
