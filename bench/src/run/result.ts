import type { Figures } from './benchmark.ts'
import type { Machine } from './describe-machine.ts'

/** One run of a benchmark as it is kept in `bench/results`. */
export interface Result extends Figures {
  benchmark: string
  /** When it ended, in ISO 8601. */
  at: string
  /** The commit of the measured code; ends in `+` if files had changed since. */
  commit: string
  machine: Machine
}
