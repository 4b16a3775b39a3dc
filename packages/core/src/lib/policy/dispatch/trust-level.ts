/** How much a run may do before it asks a person, from the least to the most. */
export const trustLevels = ['paranoid', 'standard', 'autonomous'] as const
Object.freeze(trustLevels)

/** How much a run may do before it asks a person. */
export type TrustLevel = (typeof trustLevels)[number]
