import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Waits for a line on its input. Without one before the end of the input, whoever would have written it is gone: then every process with
 * the text in its environment is ended, TERM first.
 */
const script = `
read -r line && exit 0
end() {
  for file in $(grep -lsF -- "$marker" /proc/[0-9]*/environ); do
    id=\${file#/proc/}
    kill -"$1" "\${id%/environ}" 2>/dev/null
  done
}
marker=$1
end TERM
sleep 2
end KILL
`

/** Looks after the processes of one session. */
export interface Guard {
  /** The session has ended in good order. */
  dismiss(): void
}

/**
 * Ends the processes of a session when this process dies without doing so: an agent would finish its work, in a workspace that is
 * somebody else's by then.
 *
 * A small shell, in a session of its own, that only waits. Only where there is a /proc, as that is how the processes are found.
 */
export const guardSession = (marker: string): Guard => {
  if (!existsSync('/proc/self/environ')) return { dismiss() {} }
  const shell = spawn('/bin/sh', ['-c', script, 'amelia-guard', marker], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a shell there is no guard, and all else goes on.
  for (const emitter of [shell, shell.stdin]) emitter.on('error', () => {})
  shell.unref()
  return {
    dismiss() {
      shell.stdin.end('done\n')
    },
  }
}
