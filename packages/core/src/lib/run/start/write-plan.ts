import { driverError } from '../../contract/driver-error.ts'
import type { SessionRequest, SessionResult, Usage } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
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
import { checkCallGrace } from '../settings/check-call-grace.ts'
import { checkRepository } from '../settings/check-repository.ts'
import type { GeneratedPlan, GeneratePlanOptions } from '../door/generate-plan.ts'
import { readArchitectPlan } from './read-architect-plan.ts'
import { readOnlyFiles } from '../../perform/read-only-files.ts'

/** What `generatePlan` does. */
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
}: GeneratePlanOptions): void => {
  checkCallGrace(callGraceMs)
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
  { driver, host, limits = {}, onProgress = () => {}, callGraceMs = defaultCallGraceMs }: GeneratePlanOptions,
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
    const request = { role: 'architect', access: 'read', workspace, limits: left, ...asked } as const
    const result = await callWithGrace(() => driver.runSession(request, { signal, emit: onProgress }), {
      clock: host.clock,
      signal,
      who: `driver "${driver.id}"`,
      graceMs: callGraceMs,
    })
    signal.throwIfAborted()
    for (const kind of ['inputTokens', 'outputTokens', 'usd'] as const) total[kind] += result.usage[kind] ?? 0
    return { result, usage: { ...total } }
  }
}
