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
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { ArchitectFormat } from '../../prompt/plan-example.ts'
import { redactSecrets } from '../../text/find-secret.ts'
import { compareFingerprints } from '../../policy/compare-fingerprints.ts'
import { tampering } from '../../policy/failure/tampering.ts'
import {
  type ArchitectRequest,
  buildArchitect,
  buildPlanAgain,
  buildPlanRepair,
} from '../../prompt/build-architect.ts'
import { callWithGrace, defaultCallGraceMs } from '../../perform/guard/call-with-grace.ts'
import { defaultSessionTimeoutMs, limitSession } from '../loop/limit-session.ts'
import { checkCallGrace, checkSessionTimeout } from '../settings/check-call-grace.ts'
import { checkRepository } from '../settings/check-repository.ts'
import { readArchitectPlan } from './read-architect-plan.ts'
import { readOnlyFiles } from '../../perform/read-only-files.ts'

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
  format?: ArchitectFormat
  /**
   * Whether tests must come before their implementation; a plan that breaks this is sent back. Default: true.
   */
  tdd?: boolean
  /** Context that the repository does not contain: decisions, limits, problems of an earlier plan. */
  context?: string
  /** How often a plan with errors is sent back. Default: 3. */
  maxRepairs?: number
  /** The limits of all sessions together. */
  limits?: SessionRequest['limits']
  /** Values to remove from the plan and from errors, in addition to anything that looks like a secret. */
  secrets?: readonly string[]
  /** Stops the planning; the call then rejects with the signal's reason. */
  signal?: AbortSignal
  /**
   * Milliseconds that the agent has to stop after the signal aborts; then the call rejects with
   * `CALL_ABANDONED`. Default: 10,000.
   */
  callGraceMs?: number
  /** Milliseconds that each session may take. Default: 6 hours. */
  sessionTimeoutMs?: number
  /** Receives the agent's progress. */
  onProgress?: (progress: SessionProgress) => void
}

/** A plan that an agent wrote. */
export interface GeneratedPlan {
  /** The plan to give to `createRun`, whose plan gate asks a person to approve it. */
  plan: Plan
  /** The plan's text as the agent wrote it. */
  text: string
  /** The plan's warnings. */
  issues: PlanIssue[]
  /** The number of answers requested: 1 plus the number of times that the plan was sent back. */
  tries: number
  usage: Usage
}

/** Implements `generatePlan`. */
export const writePlan = async (options: GeneratePlanOptions): Promise<GeneratedPlan> => {
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
    const { planted } = before && after ? compareFingerprints(before, after) : { planted: [] }
    if (planted.length > 0) {
      const { message, details } = tampering('the plan was written', planted)
      throw driverError('permission', { message: [message, ...details].join('\n') })
    }
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
  callGraceMs,
  sessionTimeoutMs,
}: GeneratePlanOptions): void => {
  checkCallGrace(callGraceMs)
  checkSessionTimeout(sessionTimeoutMs)
  const refuse = (option: string, message: string): never => {
    throw new AmeliaError('OPTION_INVALID', message, { option })
  }
  if (goal.trim() === '') refuse('goal', '`goal` is empty. Describe the result you want.')
  if (!parsers.some(({ id }) => id === format))
    refuse(
      'parsers',
      `\`parsers\` contains no parser for the plan format "${format}". Add it, or choose another format.`,
    )
  if (!Number.isInteger(maxRepairs) || maxRepairs < 0)
    refuse('maxRepairs', `\`maxRepairs\` must be an integer of at least 0; got ${maxRepairs}.`)
}

/** Requests a plan until it has no errors or the repairs are used up. */
const write = async (
  options: GeneratePlanOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<GeneratedPlan> => {
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
    if (plan !== undefined) return { plan: { ...plan, byAgent: true }, text, issues, tries, usage }
    if (tries > maxRepairs) throw notWritten(text, issues, tries)
    const { sessionId: resume } = result
    ;({ result, usage } = await ask(
      resume === undefined
        ? { prompt: buildPlanAgain(asked, text, issues) }
        : { prompt: buildPlanRepair(issues), resume },
    ))
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

type Asker = (
  asked: Pick<SessionRequest, 'prompt' | 'resume'>,
) => Promise<{ result: SessionResult; usage: Usage }>

/** Runs sessions one after another, each with the remaining limits, and adds up their usage. */
const createAsker = (
  {
    driver,
    host,
    limits = {},
    onProgress = () => {},
    callGraceMs = defaultCallGraceMs,
    sessionTimeoutMs = defaultSessionTimeoutMs,
  }: GeneratePlanOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Asker => {
  const began = host.clock.now()
  const total: Required<Pick<Usage, 'inputTokens' | 'outputTokens' | 'usd'>> = {
    inputTokens: 0,
    outputTokens: 0,
    usd: 0,
  }
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
      if (amount <= 0) throw driverError('budget_exceeded', { message: `The ${kind} limit is used up.` })
    const request = { role: 'architect', access: 'read', workspace, limits: left, ...asked } as const
    const limit = { clock: host.clock, timeoutMs: sessionTimeoutMs, signal }
    const result = await limitSession(limit, (limited) =>
      callWithGrace(() => driver.runSession(request, { signal: limited, emit: onProgress }), {
        clock: host.clock,
        signal: limited,
        who: `driver "${driver.id}"`,
        graceMs: callGraceMs,
      }),
    )
    signal.throwIfAborted()
    for (const kind of ['inputTokens', 'outputTokens', 'usd'] as const) total[kind] += result.usage[kind] ?? 0
    return { result, usage: { ...total } }
  }
}
