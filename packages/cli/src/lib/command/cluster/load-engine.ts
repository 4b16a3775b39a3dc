import type * as Engine from '@amelia/engine-dbos'
import { usageError } from '../../terminal/usage-error.ts'

/** The engine of runs on several machines. */
export type ClusterEngine = typeof Engine

/**
 * Loads the engine of runs on several machines, which is a separate package.
 *
 * Throws a usage error if it is not installed.
 */
export const loadEngine = async (): Promise<ClusterEngine> => {
  try {
    return await import('@amelia/engine-dbos')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@amelia/engine-dbos')) throw error
    throw usageError(
      'Runs on several machines need the package @amelia/engine-dbos, which is not installed.',
      'Install it beside the command line: npm install @amelia/engine-dbos',
    )
  }
}
