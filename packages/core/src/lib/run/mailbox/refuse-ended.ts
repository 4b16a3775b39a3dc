import { AmeliaError } from '../../error/amelia-error.ts'

/** Returns the error for a command to a process that has ended: before this one, or with the run. */
export const refuseEnded = (runId: string, when: 'start' | 'end'): AmeliaError => {
  const message =
    when === 'start'
      ? `The process of run ${runId} that this request was for has ended.`
      : `Run ${runId} has ended and accepts no more answers.`
  return new AmeliaError('RUN_ENDED', message, { runId })
}
