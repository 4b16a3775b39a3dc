import { checkMeter } from '../settings/check-meters.ts'
import { invalidOption } from '../../error/check/check-options.ts'
import { driverError } from '../../contract/driver-error.ts'
import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import type { Host } from '../../contract/host.ts'
import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import { withFiles, type Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { callAborted } from '../../error/call-aborted.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { ArchitectFormat } from '../../prompt/architect-formats.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { compareFingerprints } from '../../policy/compare-fingerprints.ts'
import { tampering } from '../../policy/failure/tampering.ts'
import {
  type ArchitectRequest,
  buildArchitect,
  buildPlanAgain,
  buildPlanFrom,
  buildPlanRepair,
  buildPlanRevision,
  type RejectedPlan,
} from '../../prompt/build-architect.ts'
import { checkCall } from '../boundary/check-call.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { type ArchitectAsker, type Asked, createArchitectAsker } from './create-architect-asker.ts'
import { checkRepository } from '../settings/check-repository.ts'
import { readArchitectPlan } from './read-architect-plan.ts'
import { isOwnFault } from '../../policy/answer/is-own-fault.ts'
import { sessionFailure } from '../../perform/command/session-failure.ts'
import { readOnlyFiles } from '../../perform/read-only-files.ts'

/** Options of `generatePlan`. */
export interface GeneratePlanOptions {
  /** The goal, in plain words. */
  goal: string
  /** The agent that writes the plan. The caller closes it. */
  driver: DriverV1
  /** The repository. Nothing is stored in it or changed. */
  host: Pick<Host, 'git' | 'clock' | 'uniqueId'>
  /** Plan parsers; must include the one for `format`. */
  parsers: readonly PlanParserV1[]
  /** The format to write the plan in. Default: `task-heading`. */
  format?: ArchitectFormat | undefined
  /**
   * Whether tests must come before their implementation; a plan that breaks this is sent back. Default: true,
   * unless a `source` is rewritten.
   */
  tdd?: boolean | undefined
  /** Context that the repository does not contain: decisions, limits, problems of an earlier plan. */
  context?: string | undefined
  /** A document to rewrite as a plan: the agent is to add no work, and to leave none out. */
  source?: string | undefined
  /** A plan that a person rejected, and the feedback: the agent changes it instead of starting over. */
  rejected?: RejectedPlan | undefined
  /**
   * The plan gate: receives each plan without errors. `{ feedback }` rejects it, and the agent writes
   * another plan that follows the feedback; undefined accepts it. Without this function every plan without
   * errors is accepted.
   */
  onPlan?:
    | ((
        written: GeneratedPlan,
      ) => { feedback: string } | undefined | Promise<{ feedback: string } | undefined>)
    | undefined
  /** How often a plan with errors is sent back, from the start and after each feedback. Default: 3. */
  maxRepairs?: number | undefined
  /** The limits of all sessions together. A cached input token counts as 0.1, as in a run's budget. */
  limits?: SessionRequest['limits'] | undefined
  /** Values to remove from the plan and from errors, in addition to anything that looks like a secret. */
  secrets?: readonly string[] | undefined
  /** Stops the planning; the call then rejects with `CALL_ABORTED`, whose `cause` is the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds that the agent has to stop after the signal aborts; then the call rejects with
   * `CALL_ABANDONED`. Default: 10,000.
   */
  callGraceMs?: number | undefined
  /** Milliseconds that each session may take. Default: 6 hours. */
  sessionTimeoutMs?: number | undefined
  /** Receives the agent's progress. */
  onProgress?: ((progress: SessionProgress) => void) | undefined
}

/** A plan that an agent wrote. */
export interface GeneratedPlan {
  /** The plan to give to `createRun`, whose plan gate asks a person to approve it. */
  plan: Plan
  /** The plan's text as the agent wrote it. */
  text: string
  /** The plan's warnings. */
  issues: PlanIssue[]
  /** The number of answers requested: 1 plus the number of times that a plan was sent back or rejected. */
  tries: number
  /** The usage of all sessions together. */
  usage: Usage
}

/** Implements `generatePlan`. */
export const writePlan = async (given: GeneratePlanOptions): Promise<GeneratedPlan> => {
  checkCall('generatePlan', given)
  const options = { ...given, host: checkedHost(given.host) }
  const { host } = options
  const { git } = host
  const signal = options.signal ?? new AbortController().signal
  checkValues(options)
  if (signal.aborted) throw callAborted('generatePlan', signal)
  const base = checkRepository(await git.inspect())
  const runId = `plan-${host.uniqueId()}`
  const place = await git.openWorkspace({ runId, base })
  try {
    const before = await git.fingerprint?.()
    const written = await write(options, withFiles(place, readOnlyFiles(place.fs)), signal)
    const after = await git.fingerprint?.()
    const { planted } = before && after ? compareFingerprints(before, after) : { planted: [] }
    if (planted.length > 0) {
      const { message, details } = tampering('the plan was written', planted)
      throw driverError('permission', { message: [message, ...details].join('\n') })
    }
    return written
  } catch (error) {
    throw signal.aborted && !AmeliaError.is(error) ? callAborted('generatePlan', signal) : error
  } finally {
    await git.closeWorkspace(place)
    await git.removeWorkspaces?.(runId)
  }
}

const checkValues = ({ format = 'task-heading', parsers, driver, limits }: GeneratePlanOptions): void => {
  checkMeter(driver, 'limits', limits)
  if (parsers.some(({ id }) => id === format)) return
  throw invalidOption(
    'parsers',
    `\`parsers\` contains no parser for the plan format "${format}". Add it, or choose another format.`,
  )
}

/** Requests a plan until it is accepted and has no errors, or the repairs are used up. */
const write = async (
  options: GeneratePlanOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<GeneratedPlan> => {
  const {
    goal,
    context,
    source,
    format = 'task-heading',
    tdd = source === undefined,
    parsers,
    rejected,
    onPlan,
    maxRepairs = 3,
    secrets = [],
  } = options
  const asked: ArchitectRequest = {
    ...{ goal, format, tdd },
    ...(context !== undefined && { context }),
    ...(source !== undefined && { source }),
  }
  const ask = createArchitectAsker(options, workspace, signal)
  let next: Asked = { prompt: rejected ? buildPlanFrom(asked, rejected) : buildArchitect(asked) }
  let repairs = 0
  for (let tries = 1; ; tries += 1) {
    const { result, usage } = await askAgain(ask, next, signal)
    const read = await readArchitectPlan(redactSecrets(textOf(result), secrets), { format, tdd, parsers })
    const { text, plan, issues } = read
    const { sessionId: resume } = result
    if (plan === undefined) {
      if (repairs === maxRepairs) throw notWritten(text, issues, tries)
      repairs += 1
      next =
        resume === undefined
          ? { prompt: buildPlanAgain(asked, text, issues) }
          : { prompt: buildPlanRepair(issues), resume }
      continue
    }
    const written = { plan: { ...plan, byAgent: true as const }, text, issues, tries, usage }
    const feedback = (await onPlan?.(written))?.feedback ?? ''
    signal.throwIfAborted()
    if (feedback.trim() === '') return written
    repairs = 0
    next =
      resume === undefined
        ? { prompt: buildPlanFrom(asked, { text, feedback }) }
        : { prompt: buildPlanRevision({ feedback }), resume }
  }
}

/** Asks the agent, and once more if it crashes or hangs. */
const askAgain = async (
  ask: ArchitectAsker,
  asked: Asked,
  signal: AbortSignal,
): ReturnType<ArchitectAsker> => {
  try {
    return await ask(asked)
  } catch (error) {
    const isCrash = !AmeliaError.is(error) || AmeliaError.is(error, 'DRIVER_FAILED')
    const { class: failure } = sessionFailure(error, undefined, { state: {}, redact: (text) => text })
    if (signal.aborted || !isCrash || !isOwnFault(failure)) throw error
    return ask(asked)
  }
}

/** Some agents return text as their structured output. */
const textOf = ({ text, output }: SessionResult): string => (typeof output === 'string' ? output : text)

const notWritten = (text: string, issues: PlanIssue[], tries: number): AmeliaError => {
  const errors = issues.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new AmeliaError(
    'PLAN_NOT_WRITTEN',
    `The agent's plan still has errors after ${tries === 1 ? '1 try' : `${tries} tries`}. Line ${first?.line ?? 1}: ${first?.message ?? 'The plan is empty.'}${more} Make the goal smaller or clearer, or fix the plan by hand.`,
    { text, issues, tries },
  )
}
