import { configureGlobal } from 'fast-check'

/** Turns shrinking off: one failing run is enough to detect a mutant, and shrinking it takes many more. */
configureGlobal({ endOnFailure: true })
