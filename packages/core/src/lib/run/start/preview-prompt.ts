import { checkArgument, checkOptions } from '../../error/check/check-options.ts'
import { anObject, name, shape } from '../../error/check/rule.ts'
import { optionRules } from '../boundary/option-rules.ts'
import type { Unit } from '../../contract/driver.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import { createRunState } from '../../machine/state/run-state.ts'
import { startAttempt } from '../../machine/attempt/start-attempt.ts'
import { briefUnit } from '../../perform/brief/brief-unit.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { planUnit } from '../../policy/dispatch/plan-unit.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { checkRepository } from '../settings/check-repository.ts'
import { executionName } from '../settings/execution-name.ts'
import { developerOf } from '../settings/list-drivers.ts'
import { readDrivers } from '../settings/read-drivers.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { RunOptions } from '../settings/option/run-options.ts'
import type { Run } from './run.ts'

/** The first prompt of a run. */
export interface PromptPreview {
  /** The phase that the prompt is for. */
  phaseId: string
  /** The prompt, without the secrets of the options. */
  text: string
  /** The estimated tokens of the prompt. */
  tokens: number
}

/**
 * Builds the first prompt of a run that has not started: the one for the first phase, in order of batches,
 * that an agent works on. Returns undefined for a run without sessions.
 *
 * `options` are those that `createRun` received. The workspace is taken to be a folder on disk. Reads the
 * repository, and writes nothing. Throws as `createRun` does.
 */
export const previewPrompt = async (
  run: Pick<Run, 'id' | 'plan'>,
  options: RunOptions,
): Promise<PromptPreview | undefined> => {
  checkArgument(
    'previewPrompt',
    'run',
    run,
    shape('a run, as createRun returns', { id: name, plan: anObject }),
  )
  checkOptions<object>('previewPrompt', options, optionRules.createRun)
  const { id: runId, plan } = run
  const { host, secrets = [] } = options
  const head = checkRepository(await host.git.inspect())
  const settings = {
    ...readSettings({ ...options, plan }),
    execution: executionName(plan, host.clock.now()),
  }
  const state = createRunState({ runId, plan, settings, targetCommit: null })
  Object.assign(state, { base: head, head })
  const choose = readDrivers(options.driver)
  for (const phase of state.batches.flat().map((index) => state.phases[index]!)) {
    if (!isOpen(phase.planned)) continue
    const [driver] = choose(developerOf(phase.planned))
    if (driver === undefined) continue
    startAttempt({ state, at: 0, events: [], effects: [] }, phase)
    const unit = firstSession(phase, settings.steps === 'driver')
    if (unit === undefined) continue
    const redact = (text: string): string => redactSecrets(text, secrets)
    const prompt = await briefUnit(
      { performer: { state, driver, host, redact }, phase, workspace: { dir: '.' } },
      unit,
      { session: { knowsUnit: false } },
    )
    const text = redact(prompt)
    return { phaseId: phase.id, text, tokens: estimateTokens(text) }
  }
  return undefined
}

/** Returns the first unit of the attempt that an agent works on. */
const firstSession = (
  { attempt, planned: { subtasks }, subtaskStatus, stepStatus }: PhaseState,
  byAgent: boolean,
): Extract<Unit, { kind: 'phase' | 'subtask' }> | undefined => {
  const facts = { subtasks, subtaskStatus, stepStatus, hasAgent: true, byAgent, redo: false }
  const more = { isParallel: false, preValidate: false }
  for (const planned of attempt.units) {
    const units =
      planned.kind === 'parallel'
        ? planned.subtaskIds.map((subtaskId) => ({ kind: 'subtask', subtaskId }) as const)
        : [planned]
    for (const unit of units) {
      const plan = planUnit({ unit, ...facts, ...more })
      if (plan === 'session') return { kind: 'phase' }
      const part = plan.parts.find(({ delegated }) => delegated)
      if (part) return { kind: 'subtask', subtaskId: part.subtask.id }
    }
  }
  return undefined
}
