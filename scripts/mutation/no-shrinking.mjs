import { configureGlobal } from 'fast-check'

/** A mutant that a random run has noticed is noticed: nobody reads the smallest such run, and finding it takes many more. */
configureGlobal({ endOnFailure: true })
