/** The version of this package, as its manifest says. It stands in the journal of each run that this version begins. */
export const coreVersion = '0.0.0'
