import type { Run, RunOptions } from '@amelia/core'
import type { Server } from '../server.ts'

/** Returns the options that a run of this server has unless its own say otherwise. */
export const servedDefaults = ({
  whenWaiting,
}: Pick<RunOptions, 'whenWaiting'>): Pick<RunOptions, 'attended' | 'whenWaiting'> => ({
  attended: true,
  ...(whenWaiting && { whenWaiting }),
})

/**
 * Starts or resumes a run, and resolves when the journal says so. Rejects with the error of a run that could
 * not begin, such as the second of two starts with one id; later errors go to `onError`.
 */
export const beginRun = async (
  run: Run,
  type: 'run_started' | 'run_resumed',
  { onError }: Pick<Server, 'onError'>,
): Promise<void> => {
  const begun = run.once(type)
  const ended = run.start()
  await begun.catch(() => ended)
  void ended.catch(onError)
}
