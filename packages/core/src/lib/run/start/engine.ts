/**
 * The engine: everything that runs a plan, loaded late by the functions in `doors.ts`. It is one module, so a
 * run that has begun has all its code and cannot fail half-way because a page lost its network.
 */
export { evaluateByAgent } from '../../perform/review/evaluate-by-agent.ts'
export { reviewByAgent } from '../../perform/review/review-by-agent.ts'
export { reviewByCommand } from '../../perform/review/review-by-command.ts'
export { guideArchitect } from './guide-architect.ts'
export { sendCommand } from '../mailbox/send-command.ts'
export { cleanAllStored } from './clean-all-stored.ts'
export { cleanStored } from './clean-stored.ts'
export { forkStored } from './fork-stored.ts'
export { listStored } from './list-stored.ts'
export { performStored } from '../loop/worker/perform-stored.ts'
export { openStored } from './open-stored.ts'
export { readStoredDiff } from './read/read-stored-diff.ts'
export { readPhaseDetails } from './read/read-phase-details.ts'
export { readStoredTranscript } from './read/read-stored-transcript.ts'
export { readStored } from './read/read-stored.ts'
export { revertStored } from './revert-stored.ts'
export { setUpRun } from './set-up-run.ts'
export { watchStored } from './watch/watch-stored.ts'
export { writePlan } from './write-plan.ts'
