import type { GateView } from '../../src/lib/event/gate-view.ts'
import type { Input } from '../../src/lib/machine/state/input/input.ts'
import type { RunState } from '../../src/lib/machine/state/run-state.ts'
import type { World } from './arbitrary-world.ts'
import { forgetAttempt, put, stop, stopOne, takeOfAttempt, takeRefusal } from './model-attempt.ts'
import { closesNext, isClosing, takeOfClosing, wakeClosing } from './model-closing.ts'
import { adopt, begin } from './model-edit.ts'
import { isStuck, releaseLocks, takeHead, takeLocked } from './model-locks.ts'
import { answer, resume, retryFailed, unskip } from './model-reopen.ts'
import { endRecorded, isRecording, leavesLocks, takeOfRecord } from './model-record.ts'
import { createModelRun, isEnded, listPhases, type ModelRun } from './model-run.ts'
import { canBegin, findStarter, sleeps } from './model-schedule.ts'

/** Values from the machine that the reference does not invent. */
export interface Told {
  /** The answered gate. */
  gate?: GateView | undefined
  /** The commit whose refs have moved. */
  commit?: string | undefined
}

/**
 * An independent implementation of DESIGN sections 6 and 7: the place of each phase, and the reasons that
 * block it.
 *
 * It receives the inputs of the machine. The order of starts and the length of waits are the machine's
 * choices, which are reported to it and checked.
 */
export interface Reference {
  readonly run: ModelRun
  take(input: Input, told: Told): void
  /** A phase gets a slot. */
  begin(id: string, how: 'start' | 'continue'): void
  /** A phase waits, and retries at that time. */
  delay(id: string, until: number): void
  /** The provider is paused until then. */
  pause(until: number): void
  /** The reviewers of the run are asked again at that time. */
  delayReview(until: number): void
  /**
   * Checks, after the machine assigned its slots, which phases started, which gates opened, and whether the
   * run is over.
   */
  checkTurn(): void
}

export const createReference = (world: World): Reference => {
  const run = createModelRun(world)
  return {
    run,
    take(input, told) {
      run.now = input.at
      if (!run.over || input.type === 'run_resumed') take(run, input, told)
    },
    begin(id, how) {
      const phase = run.phases.get(id)!
      const why = canBegin(run, phase)
      if (why !== undefined) throw new Error(`${id} started, but ${why}`)
      const starts = phase.place === 'idle' || phase.continuesAt === 'start'
      if (starts !== (how === 'start')) throw new Error(`${id} should not have started as ${how}`)
      if (starts) {
        phase.attempt++
        phase.tries++
        phase.continuesAt = 'unit'
        phase.begun = true
        forgetAttempt(phase)
        if (!phase.keeps) Object.assign(phase, { base: run.head.commit, committed: false, claims: new Set() })
        phase.keeps = false
      }
      phase.dispatch++
      Object.assign(phase, {
        notBefore: 0,
        afterSiblings: false,
        place: 'active',
        stage: 'open_workspace',
      })
    },
    delay(id, until) {
      if (until < run.now) throw new Error(`${id} waits until a time in the past`)
      run.phases.get(id)!.notBefore = until
    },
    pause(until) {
      run.pause.until = until
    },
    delayReview(until) {
      run.reviewAt = until
    },
    checkTurn: () => checkTurn(run),
  }
}

const take = (run: ModelRun, input: Input, { gate, commit }: Told): void => {
  switch (input.type) {
    case 'run_started':
      run.hasAgent = input.provider !== undefined
      run.attended = input.attended === true
      return start(run, input.base)
    case 'run_resumed':
      run.hasAgent = input.provider !== undefined
      run.attended = input.attended === true
      if (input.plan) adopt(run, input.plan.phases, input.planApproved === true)
      return takeResume(run, input)
    case 'run_prepared':
      run.head = { stage: 'move_refs', commit: input.head }
      return
    case 'woken':
      return wakeClosing(run, input.until)
    case 'drain_requested':
      if (!run.stopping) run.draining = 'requested'
      return
    case 'cancel_requested':
      return stop(run, 'cancelled')
    case 'call_abandoned':
      if (!input.inPlace) return
      run.checkoutInUse = true
      if (!run.stopping) run.draining = 'requested'
      return
    case 'phase_cancel_requested':
      return stopOne(run, run.phases.get(input.phaseId)!)
    case 'parked':
      if (run.status === 'waiting' && !run.stopping) run.over = true
      return
    case 'gate_answered': {
      const own = run.gates.find(
        ({ kind, phases, lock, journal }) =>
          kind === gate?.kind &&
          phases.join() === gate.phaseIds.join() &&
          (lock ? lock.gateId === gate.id : !isAboutLock(gate)) &&
          journal === (gate.blocker === 'journal_short' || undefined),
      )
      return own && answer(run, own, input)
    }
    case 'retry_requested':
      return retryFailed(run, input.phaseId)
    case 'unskip_requested':
      return unskip(run, input.id)
    case 'refs_moved':
      if (input.phaseId !== undefined) return takeMove(run, input.phaseId, commit!)
      if (isRecording(run)) return takeOfRecord(run, input)
      if (run.head.stage === 'there') return takeOfClosing(run, input)
      return makeHead(run)
    case 'refs_refused':
      if (input.phaseId !== undefined) return takeRefusal(run, run.phases.get(input.phaseId)!, input.refs)
      if (isRecording(run)) return takeOfRecord(run, input)
      return run.head.stage === 'there' ? takeOfClosing(run, input) : stop(run, 'aborted')
    case 'git_locked':
      return leavesLocks(run) ? takeOfRecord(run, input) : takeLocked(run, input)
    case 'locks_gone':
      return releaseLocks(run, input.gateId)
    case 'run_reverted':
      run.reverting = false
      return
    case 'run_composed':
    case 'closing_failed':
      return isRecording(run) ? takeOfRecord(run, input) : takeOfClosing(run, input)
    case 'run_verified':
    case 'run_reviewed':
    case 'checkout_applied':
      return takeOfClosing(run, input)
    default:
      if ('attempt' in input) takeOfAttempt(run, run.phases.get(input.phaseId)!, input)
  }
}

const isAboutLock = ({ blocker }: GateView): boolean =>
  blocker === 'repository_locked' || blocker === 'head_moved'

/** DESIGN 12: phases that only git contains are done, and a person is asked before another one begins. */
const takeResume = (run: ModelRun, input: Extract<Input, { type: 'run_resumed' }>): void => {
  for (const { phaseId, commit } of input.found?.phases ?? []) {
    run.head.commit = commit
    const phase = run.phases.get(phaseId)!
    run.gates = run.gates.filter((gate) => {
      if (gate.phases.includes(phaseId)) gate.phases = gate.phases.filter((id) => id !== phaseId)
      else return true
      return gate.phases.length > 0
    })
    Object.assign(phase, { asked: false, stopped: false })
    run.integrated.push(phaseId)
    put(run, phase, 'completed')
  }
  resume(run, input.displaced !== undefined, new Set(input.planted?.map(({ phaseId }) => phaseId)))
  if (run.stopping) return
  takeHead(run, input)
  if ((input.found?.phases ?? []).length + (input.beyond ?? []).length > 0)
    run.gates.push({ kind: 'blocker', phases: [], journal: true })
}

const start = (run: ModelRun, base: string): void => {
  run.status = 'running'
  run.head.commit = base
  begin(run)
}

const makeHead = (run: ModelRun): void => {
  run.head.stage = 'there'
  const open = run.world.phases.filter(({ status }) => status !== 'done' && status !== 'deferred')
  const asks = open.some(({ subtasks = [] }) => subtasks.length > 0)
  if (asks && !run.world.rules.planApproved) run.gates.push({ kind: 'plan', phases: [] })
}

const takeMove = (run: ModelRun, id: string, commit: string): void => {
  const phase = run.phases.get(id)!
  if (phase.stage !== 'move_refs') return
  run.head.commit = commit
  run.integrated.push(id)
  put(run, phase, 'completed')
}

/**
 * DESIGN 8: a layer is reverted alone only if every later commit belongs to it. The commits of phases that an
 * edited plan has reopened do not count.
 */
const canRevert = ({ integrated: all, phases, revertLayer, world }: ModelRun): boolean => {
  const integrated = all.filter((id) => phases.get(id)?.place === 'completed')
  const last = integrated.at(-1)
  if (revertLayer === undefined || last === undefined) return true
  if (world.rules.publish !== 'phase') return false
  const layerOf = (id: string): number => phases.get(id)!.layer
  const layer = revertLayer === 'last' ? layerOf(last) : revertLayer
  const first = integrated.findIndex((id) => layerOf(id) === layer)
  return first < 0 || integrated.slice(first).every((id) => layerOf(id) === layer)
}

const checkTurn = (run: ModelRun): void => {
  if (run.over || run.status === 'created') return
  const left = findStarter(run)
  if (left) throw new Error(`${left.id} could start in a free slot, but does not`)
  const end = (status: RunState['status']): void => {
    run.status = status
    run.over = true
  }
  const active = listPhases(run, 'active').length
  if (run.stopping) {
    if (active === 0 && run.stopping === 'aborted' && run.reverting && !canRevert(run)) {
      run.reverting = false
      return end('aborted')
    }
    const reverts = run.stopping === 'aborted' && run.reverting === true
    return active === 0 && !reverts && !isRecording(run) ? endRecorded(run, run.stopping) : undefined
  }
  if (run.locks.length > 0) {
    run.status = isStuck(run) ? 'waiting' : 'running'
    if (run.status === 'waiting' && run.draining === 'requested') end('waiting')
    return
  }
  if (run.head.stage !== 'there' || isRecording(run)) return
  const { trust, checkpoints } = run.world.rules
  if (trust === 'standard' && checkpoints === 'trust') askForBatches(run)
  run.status = 'running'
  if (active > 0 || listPhases(run).some(({ asked }) => asked)) return
  if (isClosing(run))
    return run.closing === 'waiting' && run.draining === 'requested'
      ? endRecorded(run, 'cancelled')
      : undefined
  const all = listPhases(run)
  if (all.every(isEnded) && run.gates.length === 0) {
    if (closesNext(run)) return
    if (listPhases(run, 'failed').length > 0) return endRecorded(run, 'failed')
    return end(
      all.every(({ place }) => place === 'completed' || place === 'external') ? 'completed' : 'partial',
    )
  }
  if (run.draining === 'requested')
    return run.gates.length > 0 ? end('waiting') : endRecorded(run, 'cancelled')
  if (all.some((phase) => sleeps(run, phase))) return
  if (run.gates.length > 0) run.status = 'waiting'
  else if (run.draining) endRecorded(run, 'failed')
  else throw new Error('no effect is pending, no gate is open, but the run is not over')
}

/**
 * Opens one gate for all phases of a layer at their checkpoint, once the others have ended or cannot reach
 * theirs.
 */
const askForBatches = (run: ModelRun): void => {
  const stuck = run.draining !== undefined && listPhases(run, 'active').length === 0
  const all = listPhases(run)
  for (const layer of new Set(all.map((phase) => phase.layer))) {
    const members = all.filter((phase) => phase.layer === layer)
    const there = members.filter(({ place }) => place === 'checkpoint').map(({ id }) => id)
    const unasked = there.filter((id) => !run.gates.some(({ phases }) => phases.includes(id)))
    const complete = members.every((phase) => phase.place === 'checkpoint' || isEnded(phase))
    if (unasked.length > 0 && (complete || stuck)) run.gates.push({ kind: 'checkpoint', phases: unasked })
  }
}
