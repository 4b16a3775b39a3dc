import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunPlace } from '../../stored/run-place.ts'
import { front } from '../../terminal/front.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { describeDetached } from './start-detached.ts'

/**
 * Leaves the terminal to its shell, while the run of this process continues: prints how to reach the run, and
 * writes everything else to its log.
 */
export const leaveTerminal = (
  terminal: Terminal,
  { log, ...run }: RunPlace & { runId: string; log: string },
): void => {
  terminal.out(describeDetached(`Run ${run.runId} continues in the background.`, { ...run, log }))
  mkdirSync(dirname(log), { recursive: true })
  terminal.handOver((text) => appendFileSync(log, text))
  // A warning of Node, or a crash, must not be written to a terminal that another program has.
  for (const [descriptor, file, flags] of [
    [0, '/dev/null', 'r'],
    [1, log, 'a'],
    [2, log, 'a'],
  ] as const) {
    closeSync(descriptor)
    openSync(file, flags)
  }
  // Node would restore the mode that the terminal had at its start, whichever program has it by then.
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
  front.leave()
}
