import { existsSync } from 'node:fs'
import { startProcess } from './start-process.ts'

/**
 * Reads one line. If its input ends without one, the guarded process died: ends every process that has the
 * text in its environment, TERM first.
 */
const script = `
read -r line && exit 0
signal() {
  for file in $(grep -lsF -- "$2" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -s "$1" "\${pid%/environ}" 2> /dev/null
  done
}
signal TERM "$1"
sleep 2
signal KILL "$1"
`

/** A watch over the processes of one session. */
export interface ProcessGuard {
  /** Ends the watch: the processes have ended, or are to stay. */
  dismiss(): void
}

/**
 * Ends the processes that carry a text in their environment if this process dies before {@link
 * ProcessGuard.dismiss} is called.
 *
 * Without the guard an agent would continue on its own, and write to a workspace that a resumed run may have
 * reused. The guard is a small shell in a separate session that waits on a pipe. Needs `/proc`; does nothing
 * on systems without it.
 */
export const guardProcesses = (text: string): ProcessGuard => {
  if (!existsSync('/proc/self/environ')) return { dismiss() {} }
  const shell = startProcess('/bin/sh', ['-c', script, 'amelia-guard', text], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // The guard is optional: the session also works where no shell can be started.
  for (const emitter of [shell, shell.stdin]) emitter.on('error', () => {})
  shell.unref()
  return {
    dismiss() {
      shell.stdin.end('done\n')
    },
  }
}
