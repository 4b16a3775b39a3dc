const numbering =
  /^(?:\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s+)?(?:implementation )?(?=(?:phase|milestone|stage|step)[ -])/i

/**
 * Returns a heading from its word for a unit of work: `Phase 0: x` of `6.0 Phase 0: x` and of
 * `Implementation Phase 0: x`. Any other text is unchanged.
 */
export const dropNumbering = (heading: string): string => heading.replace(numbering, '')
