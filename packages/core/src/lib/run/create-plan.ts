import { driverError } from '../contract/driver-error.ts'
import type { DriverV1, SessionProgress, SessionRequest, SessionResult, Usage } from '../contract/driver.ts'
import type { Host } from '../contract/host.ts'
import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { Workspace } from '../contract/workspace.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/plan-schema.ts'
import { redactSecrets } from '../policy/find-secret.ts'
import { tampering } from '../policy/tampering.ts'
import type { ArchitectFormat } from '../prompt/plan-examples.ts'
import {
  type ArchitectRequest,
  buildArchitect,
  buildPlanAgain,
  buildPlanRepair,
} from '../prompt/build-architect.ts'
import { checkRepository } from './check-repository.ts'
import { readArchitectPlan } from './read-architect-plan.ts'
import { readOnlyFiles } from './read-only-files.ts'

/** What a plan is written from. */
export interface CreatePlanOptions {
  /** What is to be achieved, in the words of whoever wants it. */
  goal: string
  /** The agent that plans. It is not closed: that is for who made it. */
  driver: DriverV1
  /** Where the repository is. Nothing is stored there, and nothing of it is changed. */
  host: Pick<Host, 'git' | 'clock' | 'uniqueId'>
  /** The readers of formats; the one of `format` is among them. */
  parsers: readonly PlanParserV1[]
  /** The format that the plan is written in. Default: `task-heading`. */
  format?: ArchitectFormat
  /** Whether tests come before what they test; a plan in which one does not is sent back. Default: true. */
  tdd?: boolean
  /** What the agent is to know besides the repository: decisions, limits, what was wrong with an earlier plan. */
  context?: string
  /** How often a plan with errors is sent back. Default: 3. */
  maxRepairs?: number
  /** What all its sessions may spend together. */
  limits?: SessionRequest['limits']
  /** Values that are taken out of the plan and of errors, besides what looks like a secret. */
  secrets?: readonly string[]
  /** Stops it: then it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Hears what the agent says while it works. */
  onProgress?: (progress: SessionProgress) => void
}

/** A plan that an agent wrote. */
export interface CreatedPlan {
  /** For `createRun`, whose plan gate asks a person about it. */
  plan: Plan
  /** As it was written. */
  text: string
  /** Warnings about it. */
  issues: PlanIssue[]
  /** How often it was asked for: once, and once for each time that it was sent back. */
  tries: number
  usage: Usage
}

/**
 * Has an agent read the repository and write a plan for a goal (seed: intelligent-execution, Architect Integration).
 *
 * The agent only reads, in a workspace of the last commit. Its plan is read as any other is; where that finds errors, they are sent back in the
 * same session. A plan of prose, or of another format than was asked for, is an error. Nobody has agreed to the result: `createRun` without
 * `planApproved` asks about its commands first, where it has any; show the text to a person where it has none.
 *
 * Throws `PLAN_NOT_WRITTEN` with the last text when errors are left, `DRIVER_FAILED` when a session fails, `OPTION_INVALID`,
 * `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY`.
 */
export const createPlan = async (options: CreatePlanOptions): Promise<CreatedPlan> => {
  const { host } = options
  const { git } = host
  const signal = options.signal ?? new AbortController().signal
  checkOptions(options)
  signal.throwIfAborted()
  const base = checkRepository(await git.inspect())
  const runId = `plan-${host.uniqueId()}`
  const place = await git.openWorkspace({ runId, base })
  try {
    const before = await git.fingerprint?.()
    const written = await write(options, { ...place, fs: readOnlyFiles(place.fs) }, signal)
    const after = await git.fingerprint?.()
    if (before?.planted !== after?.planted)
      throw driverError('permission', { message: tampering('the plan was written').message })
    return written
  } finally {
    await git.closeWorkspace(place)
    await git.removeWorkspaces?.(runId)
  }
}

const checkOptions = ({
  goal,
  format = 'task-heading',
  parsers,
  maxRepairs = 3,
}: CreatePlanOptions): void => {
  const refuse = (option: string, message: string): never => {
    throw new AmeliaError('OPTION_INVALID', message, { option })
  }
  if (goal.trim() === '') refuse('goal', 'There is no goal to plan for. Say what is to be achieved.')
  if (!parsers.some(({ id }) => id === format))
    refuse(
      'parsers',
      `A plan in the format "${format}" is to be written, and no parser that reads it was given.`,
    )
  if (!Number.isInteger(maxRepairs) || maxRepairs < 0)
    refuse('maxRepairs', `${maxRepairs} cannot be how often a plan is sent back: a whole number from 0 is.`)
}

/** Asks until the plan has no error, or was sent back as often as it may be. */
const write = async (
  options: CreatePlanOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CreatedPlan> => {
  const {
    goal,
    context,
    format = 'task-heading',
    tdd = true,
    parsers,
    maxRepairs = 3,
    secrets = [],
  } = options
  const asked: ArchitectRequest = { goal, format, tdd, ...(context === undefined ? {} : { context }) }
  const ask = createAsker(options, workspace, signal)
  let { result, usage } = await ask({ prompt: buildArchitect(asked) })
  for (let tries = 1; ; tries += 1) {
    const read = await readArchitectPlan(redactSecrets(textOf(result), secrets), { format, tdd, parsers })
    const { text, plan, issues } = read
    if (plan !== undefined) return { plan, text, issues, tries, usage }
    if (tries > maxRepairs) throw notWritten(text, issues, tries)
    const { sessionId: resume } = result
    ;({ result, usage } = await ask(
      resume === undefined
        ? { prompt: buildPlanAgain(asked, text, issues) }
        : { prompt: buildPlanRepair(issues), resume },
    ))
  }
}

/** Some agents hand a text over as their output. */
const textOf = ({ text, output }: SessionResult): string => (typeof output === 'string' ? output : text)

const notWritten = (text: string, issues: PlanIssue[], tries: number): AmeliaError => {
  const errors = issues.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new AmeliaError(
    'PLAN_NOT_WRITTEN',
    `After ${tries === 1 ? 'one try' : `${tries} tries`} the agent's plan cannot be run. Line ${first?.line ?? 1}: ${first?.message ?? 'Nothing was found in it.'}${more} Make the goal smaller or clearer, or mend the plan by hand.`,
    { text, issues, tries },
  )
}

type Asker = (
  asked: Pick<SessionRequest, 'prompt' | 'resume'>,
) => Promise<{ result: SessionResult; usage: Usage }>

/** Runs one session after the other with what is left of the limits, and adds up what they use. */
const createAsker = (
  { driver, host, limits = {}, onProgress = () => {} }: CreatePlanOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Asker => {
  const began = host.clock.now()
  const total: Required<Usage> = { inputTokens: 0, outputTokens: 0, usd: 0 }
  const { tokens, usd, wallMs } = limits
  return async (asked) => {
    const left = {
      ...(tokens === undefined
        ? {}
        : { tokens: Math.max(0, tokens - total.inputTokens - total.outputTokens) }),
      ...(usd === undefined ? {} : { usd: Math.max(0, usd - total.usd) }),
      ...(wallMs === undefined ? {} : { wallMs: Math.max(0, wallMs - (host.clock.now() - began)) }),
    }
    for (const [kind, amount] of Object.entries(left))
      if (amount <= 0)
        throw driverError('budget_exceeded', { message: `Nothing is left of the limit of ${kind}.` })
    const result = await driver.runSession(
      { role: 'architect', access: 'read', workspace, limits: left, ...asked },
      { signal, emit: onProgress },
    )
    signal.throwIfAborted()
    for (const kind of ['inputTokens', 'outputTokens', 'usd'] as const) total[kind] += result.usage[kind] ?? 0
    return { result, usage: { ...total } }
  }
}
