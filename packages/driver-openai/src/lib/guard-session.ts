import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Reads one line. When its input ends without one, whoever was to write it is gone: then every process that has the marker in its
 * environment is ended, TERM first.
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

/** Looks after the processes of one session. */
export interface SessionGuard {
  /** The session has ended in good order. */
  dismiss(): void
}

/**
 * Ends the processes of a session when this process dies before it could: Codex would go on by itself, at somebody's expense, in a
 * workspace that a resumed run may have given to another.
 *
 * It is a small shell in a session of its own, and only waits. Only where there is a /proc.
 */
export const guardSession = (marker: string): SessionGuard => {
  if (!existsSync('/proc/self/environ')) return { dismiss() {} }
  const shell = spawn('/bin/sh', ['-c', script, 'amelia-guard', marker], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Where there is no shell there is no guard, and all else goes on.
  for (const emitter of [shell, shell.stdin]) emitter.on('error', () => {})
  shell.unref()
  return {
    dismiss() {
      shell.stdin.end('done\n')
    },
  }
}
