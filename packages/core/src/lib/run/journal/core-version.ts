/**
 * The version of this package, as in its manifest. The journal of each run records the version that began it.
 */
export const coreVersion = '0.1.0'
