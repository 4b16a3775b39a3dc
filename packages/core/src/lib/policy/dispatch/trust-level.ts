/** How much a run may do before it asks a person, from the least to the most. */
export const trustLevels = Object.freeze(['paranoid', 'standard', 'autonomous'] as const)

/** How much a run may do before it asks a person. */
export type TrustLevel = (typeof trustLevels)[number]
