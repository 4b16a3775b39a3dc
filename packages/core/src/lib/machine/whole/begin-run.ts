import { resumeLocks } from '../waiting/release-lock.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { RunEventMap } from '../../event/run-event.ts'
import { planCommands } from '../../policy/dispatch/plan-commands.ts'
import { adoptPlan } from './adopt-plan.ts'
import { askAboutJournal } from '../waiting/ask-about-journal.ts'
import { askAboutRepository, endOfReview, notePlanted } from './ask-about-repository.ts'
import { askForPlan } from './ask-for-plan.ts'
import { askStrategyAgain } from '../attempt/reach-checkpoint.ts'
import { isTerminal, moveTo } from '../state/move-to.ts'
import { offerAgain } from '../state/open-gate.ts'
import { waitForHead } from '../waiting/wait-for-head.ts'
import type { InputOf } from '../state/input/input.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import { forgetUnsaved } from '../waiting/forget-unsaved.ts'
import type { PhaseState, Place } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { returnToStep } from '../waiting/return-to-step.ts'
import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'
import { refNames, statementMoves } from '../state/ref-names.ts'
import { emit, type Turn } from '../state/turn.ts'
import { endSessions } from '../waiting/charge-session.ts'
import { startPhases } from './start-phases.ts'
import { resumeClosing, takeRunReview } from './close-run.ts'
import { resumeRecord } from './take-record.ts'
import { beginRound } from '../attempt/round/start-round.ts'
import { giveAttemptsBack, mayKeep, releaseAll, roundOfFailed, unskip } from '../attempt/retry-phase.ts'
import { dropInterrupted } from '../progress/steer-phase.ts'
import { endStoppedPhase } from '../attempt/stop-phase.ts'
import { wakeForBudget, wakeForPhase } from '../waiting/take-usage.ts'
import { takeFound } from './take-found.ts'
import { takeProviders } from '../waiting/next-provider.ts'
import { setBudget } from '../waiting/set-budget.ts'
import { wakeAgain } from '../waiting/back-off.ts'

/** The first input: fixes what the run builds on, and asks for its head. */
export const beginRun = (turn: Turn, input: InputOf<'run_started'>): void => {
  const { state } = turn
  const { base, target } = input
  Object.assign(state, { base, head: base, headRef: base, status: 'running', startedAt: turn.at })
  state.target.ref = target
  state.attended = input.attended === true
  takeProviders(state, input)
  const { publish, concurrency, confinement, meta } = state.settings
  const settings = { base, publish, target, concurrency, ...(confinement && { confinement }) }
  const phases = state.phases.filter(({ planned }) => planned.status !== 'skipped').map(({ id }) => id)
  emit(turn, 'run_started', { goal: state.plan.goal, phases, ...settings, ...(meta && { meta }) })
  startPhases(turn)
  turn.effects.push({ type: 'prepare_run', base })
  wakeForBudget(turn)
}

/** The first commit is there: the run's head is made on it. */
export const askForHead = (turn: Turn, head: string, statement: NotedStatement | undefined): void => {
  const { state } = turn
  state.head = head
  state.headRef = head
  if (statement) state.statement = statement
  const updates: RefUpdate[] = [{ ref: refNames(state.runId).head, new: head, old: null }]
  // In place the branch holds what the checkout shows.
  if (state.settings.inPlace && head !== state.base)
    updates.push({ ref: state.target.ref, new: head, old: state.base })
  if (statement) updates.push(...statementMoves(state.runId, statement, null))
  // An earlier process may have made them.
  turn.effects.push({ type: 'move_refs', updates, reconcile: true })
}

/** Lets phases start, once a person has approved the plan's commands: the run's head exists. */
export const headMade = (turn: Turn): void => {
  const { state } = turn
  state.prepared = true
  if (state.settings.inPlace) state.target.commit = state.head
  askForPlan(turn, planCommands(state.plan))
}

/** The head may have been made and never been told of. */
const askAgain = (turn: Turn): void => {
  const { state } = turn
  if (state.head === state.base) turn.effects.push({ type: 'prepare_run', base: state.base })
  else askForHead(turn, state.head, state.statement)
}

/**
 * Resumes the run in a new process.
 *
 * Interrupted attempts continue where they stood.
 * A move of references that was recorded is finished first. Failed phases get their attempts back, and the
 * phases that they blocked are free again. A reverted run stays reverted.
 */
export const resumeRun = (turn: Turn, input: InputOf<'run_resumed'>): void => {
  const { state } = turn
  const { unskip: ids = [], found, beyond = [], displaced, journal, revert } = input
  const { plan, planApproved, planted = [] } = input
  if (input.shared) state.shared = true
  state.attended = input.attended === true
  takeProviders(state, input)
  if (input.unconfined) state.settings.confinement = { level: 'off', on: false, detail: 'turned off' }
  if (input.unreviewed) state.settings.review = { phase: false, run: false }
  offerAgain(state)
  if (plan) adoptPlan(turn, plan, planApproved === true)
  const waiting = new Set(state.schedule.resuming)
  const restarted: string[] = []
  const [tampered, asking] = [new Set(planted.map(({ phaseId }) => phaseId)), [] as PhaseState[]]
  if (revert !== undefined) {
    state.stopping = 'aborted'
    state.revert = { stage: 'wanted', scope: revert }
  }
  const aborted = state.stopping === 'aborted'
  const going = input.workers && !aborted ? findGoing(state) : new Set<number>()
  if (!aborted) delete state.stopping
  delete state.endedAt
  state.status = 'running'
  delete state.draining
  if (state.revert.stage === 'asked') state.revert.stage = 'wanted'
  state.schedule.barrier = 0
  state.schedule.active.clear()
  state.schedule.integration.length = 0
  state.schedule.resuming.length = 0
  if (found) {
    takeFound(turn, found)
    if (!state.prepared && state.open > 0) headMade(turn)
    state.prepared = true
  }

  for (const { phaseId, attempt = 0, commit } of beyond) {
    const phase = state.phases[state.graph.index.get(phaseId ?? '') ?? -1]
    if (!phase) continue
    phase.attemptsFound = Math.max(phase.attemptsFound, attempt)
    if (phase.attempt.number === attempt && phase.place) phase.attempt.found = commit
  }
  for (const phase of state.phases) {
    const { place } = phase
    if (place && going.has(phase.index)) {
      phase.place = { ...place, budgetWake: undefined }
      state.schedule.active.add(phase.index)
      wakeForPhase(turn, phase)
      continue
    }
    const interrupted = place !== undefined || phase.status === 'cancelled'
    phase.place = undefined
    // A run that ends does not move references on a displaced head: the intent stays for a later process.
    if (interrupted && phase.intent && !(aborted && displaced)) {
      phase.dispatches++
      phase.place = { workspace: false, budgetWake: place?.budgetWake }
      moveTo(state, phase, 'integrating')
      state.schedule.active.add(phase.index)
      state.schedule.integration.push(phase.index)
      turn.effects.push({
        type: 'move_refs',
        phaseId: phase.id,
        updates: phase.intent.updates,
        reconcile: true,
      })
    } else if (aborted) {
      if (interrupted) moveTo(state, phase, 'cancelled')
      else if (waiting.has(phase.index) && !isTerminal(phase)) state.schedule.resuming.push(phase.index)
    } else if (interrupted && phase.attempt.stopped) {
      endStoppedPhase(turn, phase)
    } else if (interrupted || phase.status === 'failed') {
      if (interrupted) takeUpAgain(phase, place)
      else startAgain(state, phase)
      moveTo(state, phase, 'ready')
      phase.endedAt = undefined
      if (place && tampered.has(phase.id)) asking.push(phase)
      else {
        state.schedule.resuming.push(phase.index)
        restarted.push(phase.id)
      }
    } else if (waiting.has(phase.index) && phase.status !== 'completed')
      state.schedule.resuming.push(phase.index)
  }
  emit(turn, 'run_resumed', {
    phases: restarted,
    ...(journal && { journal }),
    ...foundOf(input),
  })
  notePlanted(turn, planted)
  endSessions(turn, going, input.used ?? [])
  dropInterrupted(turn)
  resumeRecord(turn)
  if (aborted) return
  if (input.budget) setBudget(turn, input.budget)
  resumeLocks(turn)
  releaseAll(turn)
  for (const id of ids) unskip(turn, id)
  if (!state.prepared) askAgain(turn)
  wakeAgain(turn)
  wakeForBudget(turn)
  const review = endOfReview(turn, planted)
  if (!review) resumeClosing(turn)
  for (const gate of state.gates.values()) turn.effects.push({ type: 'ask', gate })
  askStrategyAgain(turn)
  waitForHead(turn, displaced, journal)
  askAboutJournal(turn, input)
  askAboutRepository(turn, planted, asking)
  if (review) takeRunReview(turn, review)
}

/** Gives a failed phase all its attempts and rounds again. */
const startAgain = (state: RunState, phase: PhaseState): void => {
  const cause = roundOfFailed(state, phase)
  phase.keeps = mayKeep(state, phase)
  giveAttemptsBack(phase)
  phase.resumeAt = cause && 'unit'
  if (!cause) return
  beginRound(state, phase, cause)
  phase.effort.tries = 1
}

const foundOf = ({ found, beyond }: InputOf<'run_resumed'>): Pick<RunEventMap['run_resumed'], 'found'> =>
  found || beyond
    ? {
        found: {
          phases: found?.phases ?? [],
          ...(found?.report && { report: found.head }),
          ...(beyond && { refs: beyond.map(({ ref, commit }) => ({ ref, commit })) }),
        },
      }
    : {}

/** Finds the phases whose dispatch a worker performs: only the run's own process integrates. */
export const findGoing = (state: RunState): Set<number> =>
  new Set(
    state.phases
      .filter(({ place, attempt }) => place && !attempt.stopped)
      .filter(({ status }) => status === 'running' || status === 'verifying' || status === 'reviewing')
      .map(({ index }) => index)
      .filter((index) => !state.schedule.integration.includes(index)),
  )

/**
 * Continues an interrupted attempt where it stood. Answers of people and verdicts of reviewers still apply.
 *
 * If its process died in a session, the tree that it left is committed first. Structured steps continue from
 * the commit before the last step.
 */
const takeUpAgain = (phase: PhaseState, place: Place | undefined): void => {
  const { attempt, stepStatus } = phase
  attempt.overBudget = false
  phase.keeps = false
  phase.resumeAt = whereItStands(attempt)
  attempt.interruption = { class: 'interrupted', message: 'The run was stopped while this phase ran.' }
  if (place === undefined) return
  const isStep = [...stepStatus.values()].includes('running')
  const isParallel = attempt.units[attempt.unitIndex]?.kind === 'parallel'
  if (phase.resumeAt === 'unit' && place.workspace && !isStep && !isParallel)
    attempt.rescue = attempt.slot !== undefined
  if (!attempt.rescue) forgetUnsaved(phase)
  returnToStep(phase)
}
