import { execFile, type ExecFileException, type ExecFileOptions } from 'node:child_process'
import { promisify } from 'node:util'
import { isKilled, isShortage, repeatCall } from '@amelia/agent-process'

/**
 * Runs a program that changes nothing, and returns its standard output. Runs it again, a few times, if it was
 * killed or could not start. Rejects for an exit code other than 0.
 */
export const runProgram = (
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> =>
  repeatCall(
    async () => (await promisify(execFile)(program, args, { ...options, encoding: 'utf8' })).stdout,
    { isPassing: (error) => isShortage(error) || isEnded(error) },
  )

/** Whether someone else ended the program: `killed` is set where its time was over. */
const isEnded = (error: unknown): boolean => {
  const { killed, code, signal } = error as ExecFileException
  return killed !== true && isKilled(code, signal)
}
