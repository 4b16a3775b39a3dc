import { AmeliaError, answerRun, type SendResult, type ControlCommand } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { type FoundRun, findRunAndPhase, type RunWords } from '../../stored/find-run.ts'
import { howToCancel, howToResume, howToShow } from '../../stored/next-steps.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { findPhaseId } from '../../setting/find-phase-id.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface CancelOptions extends RunPlace {
  drain?: boolean
  /** Stops this step of the phase. */
  step?: string
}

/** Stops a run that another process is running, one of its phases, or one of its steps. */
export const cancelCommand = async (
  terminal: Terminal,
  named: RunWords,
  { repo, database, drain, step }: CancelOptions,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const { store, clock } = await openHost(place)
  const { found, phase } = await findRunAndPhase(terminal, { store, clock, words: named, unfinished: true })
  if (drain === true && (phase ?? step) !== undefined)
    throw usageError(
      '--drain applies to the run, not to one phase or step.',
      'Leave out --drain, or the phase and the step.',
    )
  const { runId } = found
  const command: ControlCommand =
    drain === true ? { type: 'drain' } : { type: 'cancel', ...partOf(found, { phase, step, ...place }) }
  const again = await readConfigFlags(repo, runId)
  const result = await answerRun({ store, clock, runId, command }).catch((error: unknown) => {
    throw explain(error, found, { ...place, ...again })
  })
  const next =
    command.type === 'cancel' && command.phaseId !== undefined
      ? ['To see the question:', `  ${howToShow(runId, place)}`]
      : ['To resume it later:', `  ${howToResume(runId, { ...place, ...again })}`]
  terminal.out(`${[...wrapSentences(terminal, describe(result, runId, command)), ...next].join('\n')}\n`)
  return exitCode.completed
}

/** The part to stop. A step without its phase is looked up in the plan. */
const partOf = (
  { plan, runId }: FoundRun,
  {
    phase: named,
    step: stepId,
    ...place
  }: RunPlace & { phase: string | undefined; step: string | undefined },
): { phaseId?: string; stepId?: string } => {
  const phase = named === undefined ? undefined : findPhaseId(named, plan)
  if (stepId === undefined) return phase === undefined ? {} : { phaseId: phase }
  const hasStep = plan.phases.find(({ subtasks }) =>
    subtasks.some(({ steps }) => steps.some(({ id }) => id === stepId)),
  )
  const phaseId = phase ?? hasStep?.id
  if (phaseId !== undefined) return { phaseId, stepId }
  throw usageError(
    `The plan of run ${runId} has no step "${words.plainLabel(stepId)}".`,
    `To see the run:\n  ${howToShow(runId, place)}`,
  )
}

/** Adds the command to type to the refusals of a request. */
const explain = (
  error: unknown,
  { runId, canGoOn }: FoundRun,
  place: RunPlace & { again: readonly string[] },
): unknown => {
  if (AmeliaError.is(error, 'NOT_CANCELLED')) {
    const commands = error.details.running.flatMap(({ phaseId, steps }) => [
      howToCancel(runId, { ...place, phaseId }),
      ...steps.map((stepId) => howToCancel(runId, { ...place, phaseId, stepId })),
    ])
    const to = commands.length === 0 ? 'To see the run:' : 'To stop one:'
    const list = commands.length === 0 ? [howToShow(runId, place)] : commands.slice(0, mostCommands)
    return usageError(error.message, [to, ...list.map((command) => `  ${command}`)].join('\n'))
  }
  if (!AmeliaError.is(error, 'RUN_ENDED')) return error
  const next = canGoOn
    ? ['To resume it:', howToResume(runId, place)]
    : ['To see it:', howToShow(runId, place)]
  return usageError(error.message, next.join('\n  '))
}

/** At most this many running parts get their own command. */
const mostCommands = 10

const describe = ({ outcome, locked }: SendResult, runId: string, command: ControlCommand): string => {
  if (outcome === 'kept')
    return locked
      ? `Requested. Run ${runId} has not reacted yet; amelia status shows when it has.`
      : `The process of run ${runId} has ended since then.`
  if (command.type === 'drain') return `Draining run ${runId}: running phases finish, and no others start.`
  const { phaseId, stepId } = command.type === 'cancel' ? command : {}
  if (phaseId === undefined) return `Stopping run ${runId}.`
  const part = stepId === undefined ? `phase ${phaseId}` : `step ${stepId} of phase ${phaseId}`
  return `Stopping ${words.plainLabel(part)}. The run then asks what to do with it; other phases continue.`
}
