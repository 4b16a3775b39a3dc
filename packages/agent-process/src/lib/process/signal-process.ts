/**
 * Sends a signal to a process, or to a group given as a negative number. Ignores processes that do not exist
 * or belong to others.
 */
export const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // The process ended already, or belongs to another user.
  }
}
