import type { DriverV1 } from '../contract/driver.ts'
import type { Host } from '../contract/host.ts'
import type { Plan, PlanDraft } from '../plan/plan-schema.ts'
import type { TrustLevel } from '../policy/decide-checkpoint.ts'
import type { GateAnswer, GateQuestion } from './gate-question.ts'
import type { PresetName } from './presets.ts'

/** What a process brings to a run, new or resumed. Nothing of it is stored. */
export interface RunAdapters {
  host: Host
  /** The agent. Without one the run executes structured steps alone. */
  driver?: DriverV1
  /**
   * Answers gates. It may take its time: only what the gate holds waits. Without it the run ends `waiting` when nothing else can move,
   * and is taken up again with `openRun` and `run.answer`. Giving nothing back leaves the gate open.
   */
  onGate?: (gate: GateQuestion) => GateAnswer | undefined | Promise<GateAnswer | undefined>
  /** Values that are taken out of everything that is stored or emitted, besides what looks like a secret. */
  secrets?: readonly string[]
  /** Hears what a listener or `onGate` throws, and what goes wrong while a run clears up behind itself. Default: nobody. */
  onListenerError?: (error: unknown) => void
}

/** What a run is made from. */
export interface RunOptions extends RunAdapters {
  /** From `readPlan`, or made in code. */
  plan: Plan | PlanDraft
  /** A set of rules to start from; every rule below goes before it. Default: `phased`. */
  preset?: PresetName
  /** Phases that may be active at once. Default: 4. */
  concurrency?: number
  /** After a phase has failed: `halt` starts nothing new, `continue` goes on with what does not depend on it. Default: `halt`. */
  onFailure?: 'halt' | 'continue'
  /** How much the run may do before it asks. Default: `standard`. */
  trust?: TrustLevel
  /** What is dispatched at once. Default: `phase`. */
  units?: 'phase' | 'subtask' | 'step'
  /** Attempts at a phase before it fails. Default: 2. */
  maxAttempts?: number
  /** Somebody has agreed to the plan's commands already: the plan's gate is not opened. Default: false. */
  planApproved?: boolean
  /** Commands by name, as program and arguments, that the engine runs on every commit. All must exit with 0. */
  verify?: Record<string, readonly string[]>
  /** Whether the user's commit hooks have a say. Default: `on`. */
  hooks?: 'on' | 'off'
  /** The branch that people get, without `refs/heads/`. Default: a new `amelia/<date>-<tracker id>-<title>`. */
  target?: string
  /** Id of the work in an issue tracker: letters, digits, `.`, `_`, `-`. Default: the plan's. */
  trackerId?: string
}
