import {
  block,
  endStopped,
  mayStartRound,
  put,
  queue,
  retry,
  skip,
  standingOf,
  startRound,
  stop,
} from './model-attempt.ts'
import { isClosing, takeOfClosing } from './model-closing.ts'
import { cancelLocked, releaseLocks, restoreIntents } from './model-locks.ts'
import { isRecording, resumeRecord } from './model-record.ts'
import { listBelow, listPhases, type ModelGate, type ModelPhase, type ModelRun } from './model-run.ts'

/**
 * A new process resumes the run: interrupted phases continue, failed ones restart, blocked ones are
 * unblocked. Phases in `tampered` ask about configuration and hooks that changed while they ran.
 */
export const resume = (
  run: ModelRun,
  isDisplaced: boolean,
  tampered: ReadonlySet<string | undefined> = new Set(),
): void => {
  const aborted = run.stopping === 'aborted'
  restoreIntents(run)
  for (const lock of run.locks) lock.locked = []
  Object.assign(run, {
    over: false,
    status: 'running',
    stopping: aborted ? 'aborted' : undefined,
    draining: undefined,
  })
  run.line = run.line.filter((id) => run.phases.get(id)!.stage === 'move_refs')
  if (['verify_run', 'review_run', 'close_run'].includes(run.closing ?? '')) run.closing = undefined
  const asking: ModelPhase[] = []
  for (const phase of listPhases(run)) {
    const { place, stage } = phase
    if (place === 'active' && stage === 'move_refs') {
      if (aborted && isDisplaced) cancelLocked(run, phase)
      else phase.dispatch++
      continue
    }
    if (aborted) {
      if (place === 'active') put(run, phase, 'cancelled')
    } else if (phase.stopped) endStopped(run, phase)
    else if (place === 'active' || place === 'cancelled') {
      goOn(run, phase)
      if (place === 'active' && tampered.has(phase.id)) asking.push(phase)
    } else if (place === 'failed') startAgain(run, phase)
  }
  resumeRecord(run)
  if (!aborted) free(run)
  for (const phase of asking) block(run, phase, undefined, 'repository')
}

/** DESIGN 7: a resume continues an interrupted attempt where it stood. */
const goOn = (run: ModelRun, phase: ModelPhase): void => {
  queue(run, phase, standingOf(phase))
  Object.assign(phase, { interrupted: true, keeps: false })
}

/** DESIGN 7: a phase whose rounds were used up starts with another one, in which its attempt is the first. */
const startAgain = (run: ModelRun, phase: ModelPhase): void => {
  if (phase.follows && goRoundAgain(run, phase)) return
  const keeps = run.world.rules.workspace === 'keep' && phase.committed && !phase.collided
  forget(phase)
  queue(run, phase, 'start')
  Object.assign(phase, { keeps, interrupted: false })
}

/** Another round, with all limits restored. */
const goRoundAgain = (run: ModelRun, phase: ModelPhase): boolean => {
  if (!mayStartRound(run, phase)) return false
  forget(phase)
  phase.tries = 1
  return startRound(run, phase)
}

/** Restores all attempts. */
const forget = (phase: ModelPhase): void => {
  Object.assign(phase, {
    tries: 0,
    rounds: 0,
    conflicts: 0,
    waits: 0,
    reports: 0,
    shortened: false,
    alone: false,
    afterSiblings: false,
  })
  delete phase.unreadable
  delete phase.last
  delete phase.rejection
}

/** Questions about rounds that are used up. */
const repeats = new Set<ModelGate['about']>(['rejection', 'report', 'conflict'])

/** Applies a person's answer. */
export const answer = (
  run: ModelRun,
  asked: ModelGate,
  { choice, scope, phaseIds }: { choice: string; scope?: string; phaseIds?: readonly string[] },
): void => {
  run.gates.splice(run.gates.indexOf(asked), 1)
  // One phase is approved and another is sent back: the others of the gate are asked about again.
  const gate = phaseIds ? { ...asked, phases: asked.phases.filter((id) => phaseIds.includes(id)) } : asked
  const rest = asked.phases.filter((id) => !gate.phases.includes(id))
  if (rest.length > 0) run.gates.push({ ...asked, phases: rest })
  if (choice === 'abort-revert' && run.reverting === undefined) {
    run.reverting = true
    const layers = new Set(gate.phases.map((id) => run.phases.get(id)!.layer))
    // A question about several layers does not say which is meant: the last one.
    // Without a scope, the layer is meant, unless all layers are published together.
    const isLayer = scope === 'batch' || (scope === undefined && run.world.rules.publish === 'phase')
    if (isLayer) run.revertLayer = layers.size === 1 ? [...layers][0]! : 'last'
  }
  if (choice === 'abort' || choice === 'abort-revert' || choice === 'reject') return stop(run, 'aborted')
  if (gate.journal) return
  if (gate.lock) {
    if (choice === 'retry') releaseLocks(run, gate.lock.gateId)
    gate.lock.approved = true
    return
  }
  if (gate.kind === 'blocker' && gate.phases.length === 0) return takeOfClosing(run, choice)
  for (const phase of gate.phases.map((id) => run.phases.get(id)!)) {
    if (choice === 'skip') skip(run, phase)
    if (choice === 'approve' && gate.kind === 'checkpoint') {
      queue(run, phase, 'integration')
      phase.taken = true
    }
    // An agent's question that nobody answers is told to it once more.
    const isRepeated = choice === 'retry' && gate.about === 'question'
    const instructs = choice === 'fix' || choice === 'answer'
    if (choice === 'send-back' || instructs || isRepeated) {
      phase.follows = undefined
      if (goRoundAgain(run, phase)) continue
      phase.byAgent = true
    }
    if (choice === 'send-back') {
      forget(phase)
      retry(run, phase, true)
    }
    // DESIGN 10, 11: the work exists. It is reviewed again, or a person accepts it.
    const approves = choice === 'approve' && gate.kind === 'blocker'
    const takes = approves && (gate.about === 'rejection' || gate.about === 'no review')
    if (takes) phase.approved = true
    const isReviewed = choice === 'retry' ? gate.about === 'no review' : gate.about === 'budget of review'
    const continues = choice === 'continue' || (approves && gate.about === 'budget')
    if (continues) goOnAgain(run, phase)
    else if (approves && gate.about === 'findings') {
      queue(run, phase, gate.continues ? phase.continuesAt : standingOf(phase))
    } else if (approves && (gate.about === 'nothing' || gate.about === 'evidence' || gate.about === 'red')) {
      if (gate.about === 'nothing') phase.nothingTaken = true
      else if (gate.about === 'evidence') phase.evidenceTaken = true
      else run.redTaken = true
      queue(run, phase, 'verification')
    } else if (approves && gate.about === 'report') {
      // Also if a person stops and continues the phase before that.
      phase.done = true
      queue(run, phase, 'verification')
    } else if (takes || ((approves || choice === 'retry') && isReviewed)) queue(run, phase, 'review')
    else if (approves || choice === 'retry' || instructs) {
      const isRound = choice === 'retry' && gate.about !== undefined && repeats.has(gate.about)
      if (gate.about === 'conflict' && isRound && goRoundAgain(run, phase)) continue
      if (!isRound || gate.about === 'conflict') phase.follows = undefined
      startAgain(run, phase)
    }
  }
}

/** A person continues an interrupted attempt, with all limits restored. */
const goOnAgain = (run: ModelRun, phase: ModelPhase): void => {
  forget(phase)
  if (phase.continuesAt !== 'start') phase.tries = 1
  queue(run, phase, phase.continuesAt)
  phase.keeps = false
}

/** A person retries a failed phase. */
export const retryFailed = (run: ModelRun, id: string): void => {
  const phase = run.phases.get(id)!
  if (phase.place !== 'failed' || isRecording(run)) return
  startAgain(run, phase)
  free(run)
  if (run.draining === 'phase_failed' && listPhases(run, 'failed').length === 0) run.draining = undefined
}

/** A person reverts a skip. */
export const unskip = (run: ModelRun, id: string): void => {
  const phase = run.phases.get(id)!
  if (phase.place !== 'skipped' || !phase.isRoot) return
  if (isClosing(run) || isRecording(run)) return
  const above = [...listPhases(run, 'skipped'), ...listPhases(run, 'failed')]
  if (above.some((other) => listBelow(run, other).includes(phase))) return
  phase.isRoot = false
  free(run)
  run.closing = undefined
}

/** Frees phases whose block or skip has no cause left, unless another cause applies. */
const free = (run: ModelRun): void => {
  const failed = new Set(listPhases(run, 'failed').flatMap((phase) => listBelow(run, phase)))
  const roots = listPhases(run, 'skipped').filter(({ isRoot }) => isRoot)
  const skipped = new Set([...roots, ...roots.flatMap((phase) => listBelow(run, phase))])
  for (const phase of [...listPhases(run, 'blocked'), ...listPhases(run, 'skipped')]) {
    const place = skipped.has(phase) ? 'skipped' : failed.has(phase) ? 'blocked' : 'idle'
    if (place === phase.place) continue
    put(run, phase, place)
    if (place === 'idle') forget(phase)
  }
}
