/**
 * What acts, behind the functions that programs call: each of them loads this file when it is first called, so a program that only reads plans
 * does without. It is one file, so that a run that has begun has all that it needs, and asks no network for more of it.
 */
export { cleanStored } from './clean-stored.ts'
export { evaluateByAgent } from '../../perform/review/evaluate-by-agent.ts'
export { makeOffer } from '../offer/make-offer.ts'
export { openStored } from './open-stored.ts'
export { readStored } from './read-stored.ts'
export { reviewByAgent } from '../../perform/review/review-by-agent.ts'
export { reviewByCommand } from '../../perform/review/review-by-command.ts'
export { setUpRun } from './set-up-run.ts'
export { writePlan } from './write-plan.ts'
