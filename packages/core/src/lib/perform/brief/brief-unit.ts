import type { Unit } from '../../contract/driver.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Attempt } from '../../machine/state/attempt.ts'
import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { Phase } from '../../plan/model/phase.ts'
import { splitCommand } from '../../plan/split-command.ts'
import { whatIsJudged } from '../../policy/answer/what-is-judged.ts'
import { shareDebts } from '../../policy/evidence/share-debts.ts'
import type { SessionChoice } from '../../policy/dispatch/choose-session.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import type { Interruption } from '../../prompt/attempt/describe-interruption.ts'
import { buildContinuation } from '../../prompt/build-continuation.ts'
import { buildSendBack } from '../../prompt/build-send-back.ts'
import { buildSignpost } from '../../prompt/build-signpost.ts'
import type { CheckList } from '../../prompt/developer-rules.ts'
import { findProjectRules } from './find-project-rules.ts'
import type { Performer } from '../performer.ts'
import { findPlanFolder } from './find-plan-folder.ts'

type SessionUnit = Extract<Unit, { kind: 'phase' | 'subtask' }>

/** The session that receives the prompt, and the interruption that it continues after, if any. */
export interface BriefingRequest {
  session: SessionChoice
  interruption?: Failure | undefined
  /** The path of the feedback on earlier attempts, if the workspace contains it. */
  feedback?: string | undefined
  /** Declared files that git ignores, each with its rule. */
  ignored?: readonly { path: string; rule: string }[]
}

/**
 * Builds the prompt for a unit from the run's state and the attempt's base: the words that continue an
 * interrupted session or return an attempt to it, or a signpost.
 */
export const briefUnit = async (
  {
    performer,
    phase,
    workspace,
  }: {
    performer: Pick<Performer, 'state' | 'driver' | 'host' | 'redact'>
    phase: FrozenPhase
    workspace: Pick<Workspace, 'dir'>
  },
  unit: SessionUnit,
  { session: { knowsUnit, follows }, interruption: failure, feedback, ignored = [] }: BriefingRequest,
): Promise<string> => {
  const { state, driver } = performer
  const { attempt } = phase
  const reports = driver?.reports
  const dir = workspace.dir === undefined ? {} : { dir: workspace.dir }
  const interruption = failure && { failure, done: listDone(phase, unit), ...dir }
  if (interruption && knowsUnit) {
    const name = unit.kind === 'phase' ? `phase ${phase.id}` : `subtask ${unit.subtaskId}`
    return buildContinuation({ unit: name, interruption, reports })
  }
  const { sentBack } = attempt
  if (sentBack && knowsUnit) return buildSendBack({ ...sentBack, reports, continued: true, ...dir })
  const briefing = state.settings.followUps?.[phase.id]?.briefing
  const [folder, projectRules] = await Promise.all([
    findPlanFolder(performer, phase),
    findProjectRules(performer, { base: attempt.base, changed: attempt.work?.files ?? [] }),
  ])
  const isWhole = wholePhase.has(attempt.cause) && !isLeft(phase, unit)
  const told = isWhole ? ({ kind: 'phase' } as const) : unit
  const signpost = buildSignpost({
    plan: state.plan,
    index: state.graph.index,
    runId: state.runId,
    phase,
    unit: told,
    checks: checksOf(state, phase, told),
    projectRules,
    continued: knowsUnit && attempt.kept,
    ...(follows ? { follows } : briefing === undefined ? {} : { briefing }),
    ...(feedback === undefined ? {} : { feedback }),
    ...dir,
    ...(folder === undefined ? {} : { folder }),
    ...(ignored.length > 0 && { ignored }),
    ...(interruption && hasBegun(phase) ? { interruption } : {}),
    ...(reports === undefined ? {} : { reports }),
    ...(driver?.todo && { todo: true }),
    ...(state.settings.confinement?.on && { confined: true }),
  })
  return sentBack ? `${signpost}\n${buildSendBack({ ...sentBack, reports, continued: false })}` : signpost
}

/** Rounds about the whole phase, if all other parts are done, whichever the session has worked on. */
const wholePhase = new Set<Attempt['cause']>(['review', 'feedback', 'conflict'])

/** Whether the interrupted session has left any work. */
const hasBegun = ({ attempt }: FrozenPhase): boolean => (attempt.work?.files.length ?? 0) > 0

/** Parts of the unit that are completed. */
const listDone = ({ planned, subtaskStatus }: FrozenPhase, unit: SessionUnit): Interruption['done'] =>
  unit.kind === 'subtask'
    ? []
    : planned.subtasks
        .filter(({ id }) => subtaskStatus.get(id) === 'completed')
        .map(({ id, title }) => `${id} ${title}`)

/** The checks of a unit's result. Tests may fail before their implementation only if red is taken. */
const checksOf = (
  { settings, evidence, debts, graph }: FrozenRun,
  phase: FrozenPhase,
  unit: SessionUnit,
): CheckList => {
  const { planned } = phase
  const checks = [...settings.checks, ...acceptanceOf(planned)]
  if (unit.kind === 'subtask' && isLeft(phase, unit)) return { checks, expects: 'part' }
  const inOrder = (ids: string[]): string[] =>
    ids.sort((one, other) => (graph.index.get(one) ?? 0) - (graph.index.get(other) ?? 0))
  if (whatIsJudged(planned, evidence) === 'tests') {
    const answering = [...evidence].flatMap(([id, { answers }]) => (answers.has(planned.id) ? [id] : []))
    return { checks, expects: 'tests', answeredBy: inOrder(answering) }
  }
  const toPay = shareDebts(planned.id, evidence, [...debts.values()]).toPay
  return { checks, expects: 'green', toPay: toPay.map(({ of, red }) => ({ of, files: red.testFiles })) }
}

/** Whether other parts of the phase than the unit are still to be done. */
const isLeft = ({ planned, subtaskStatus }: FrozenPhase, unit: SessionUnit): boolean =>
  planned.subtasks.some(({ id, status }) => {
    const ended = subtaskStatus.get(id)
    return isOpen({ status }) && ended !== 'completed' && ended !== 'skipped' && !isOwn(unit, id)
  })

const isOwn = (unit: SessionUnit, id: string): boolean => unit.kind === 'subtask' && unit.subtaskId === id

/** The acceptance checks that must pass at the root of the phase's commit, each command once. */
const acceptanceOf = ({ acceptance = [] }: Phase): Check[] => {
  const must = acceptance.filter(({ expectExitCode, cwd }) => expectExitCode === 0 && cwd === undefined)
  return [...new Set(must.map(({ command }) => command))].map((command) => ({
    name: 'acceptance',
    argv: splitCommand(command).argv,
    when: 'always',
    optional: false,
  }))
}
