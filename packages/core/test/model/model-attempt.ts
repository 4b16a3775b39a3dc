import type { Input, InputOf } from '../../src/lib/machine/state/input/input.ts'
import type { Failure } from '../../src/lib/contract/failure.ts'
import type { Review } from '../../src/lib/contract/review.ts'
import { cancelAllLocked, isLocked } from './model-locks.ts'
import {
  isEnded,
  isThere,
  listBelow,
  listPhases,
  type ModelGate,
  type ModelPhase,
  type ModelRun,
  type Place,
} from './model-run.ts'

/** Limits before a person is asked. */
export const limits = { conflicts: 2, hookRounds: 3, refusals: 3, waits: 1, pauses: 1, reports: 5, lost: 2 }

/** Returns the part of a failure that identifies it: the message without durations. */
const nameOf = ({ class: kind, message, exitCode }: Failure): string =>
  `${kind} ${exitCode} ${message.replace(/\d+ ms/g, '')}`

/** The phase has no activity left. */
export const put = (run: ModelRun, phase: ModelPhase, place: Place): void => {
  phase.place = place
  phase.asked = false
  delete phase.stage
  const inLine = run.line.indexOf(phase.id)
  if (inLine < 0) return
  run.line.splice(inLine, 1)
  const next = run.phases.get(run.line[0] ?? '')
  if (inLine === 0 && next && !run.stopping) mergeOnHead(run, next)
}

/** The phase queues for a slot again. */
export const queue = (run: ModelRun, phase: ModelPhase, continuesAt: ModelPhase['continuesAt']): void => {
  put(run, phase, 'queued')
  phase.continuesAt = continuesAt
}

export const skip = (run: ModelRun, phase: ModelPhase): void => {
  put(run, phase, 'skipped')
  phase.isRoot = true
  for (const other of listBelow(run, phase)) if (!isEnded(other)) put(run, other, 'skipped')
}

export const stop = (run: ModelRun, how: 'cancelled' | 'aborted'): void => {
  if (run.stopping) {
    if (how === 'aborted') run.stopping = how
    return
  }
  run.stopping = how
  for (const phase of listPhases(run, 'active')) if (phase.stage === 'line') put(run, phase, 'cancelled')
  cancelAllLocked(run)
}

/** If nothing was integrated since the attempt started, its own tree is the next one. */
const mergeOnHead = (run: ModelRun, phase: ModelPhase): void => {
  phase.merged = phase.base !== run.head.commit
  phase.stage = phase.merged ? 'merge' : 'compose'
}

export const block = (run: ModelRun, phase: ModelPhase, about?: ModelGate['about'], cause?: string): void => {
  put(run, phase, 'waiting')
  if (phase.interrupted) phase.continuesAt = standingOf(phase)
  const asked = run.gates.find((gate) => cause !== undefined && gate.cause === cause)
  if (asked) asked.phases.push(phase.id)
  else
    run.gates.push({
      kind: 'blocker',
      phases: [phase.id],
      ...(phase.interrupted && { continues: true }),
      ...(about && { about }),
      ...(cause && { cause }),
    })
}

/** The stage that the attempt has reached: an interruption continues it there. */
export const standingOf = ({
  begun,
  done,
  taken,
  approved,
  verified,
}: ModelPhase): ModelPhase['continuesAt'] => {
  if (!begun) return 'start'
  if (!done) return 'unit'
  if (taken) return 'integration'
  return approved || verified ? 'review' : 'verification'
}

/** A person stops an active phase. A pending move of its refs is finished first. */
export const stopOne = (run: ModelRun, phase: ModelPhase): void => {
  const { place, stage, asked } = phase
  const isReady = place === 'idle' && phase.needs.every((id) => isThere(run, id))
  if (place === 'queued' || isReady || asked || stage === 'line') return endStopped(run, phase)
  if (place !== 'active' || stage === 'move_refs') return
  phase.stopped = true
  if (!isLocked(run, phase.id)) return
  for (const lock of run.locks) lock.locked = lock.locked.filter((id) => id !== phase.id)
  endStopped(run, phase)
}

/** The stopped phase has no pending effect left: opens a gate about it. */
export const endStopped = (run: ModelRun, phase: ModelPhase): void => {
  const isQueued = phase.place === 'idle' || phase.place === 'queued'
  const continuesAt = isQueued ? phase.continuesAt : standingOf(phase)
  Object.assign(phase, { stopped: false, notBefore: 0 })
  if (!isQueued) phase.interrupted = true
  block(run, phase)
  phase.continuesAt = continuesAt
  run.gates.at(-1)!.continues = true
}

/** Starts another attempt according to the rules. `keeps`: with its work, whatever the rules say. */
export const retry = (
  run: ModelRun,
  phase: ModelPhase,
  keeps = run.world.rules.workspace === 'keep',
): void => {
  queue(run, phase, 'start')
  phase.keeps = keeps && phase.committed && !phase.collided
  phase.afterSiblings = run.world.rules.when === 'siblings'
}

/** A new attempt or round has none of the results of the last one. */
export const forgetAttempt = (phase: ModelPhase): void => {
  Object.assign(phase, {
    hookRounds: 0,
    refusals: 0,
    taken: false,
    approved: false,
    merged: false,
    done: false,
    verified: false,
    interrupted: false,
    idled: false,
    lost: 0,
    returns: 0,
    returned: undefined,
    already: false,
    nothingTaken: false,
    evidenceTaken: false,
    findings: false,
    collided: false,
    mergedOn: undefined,
  })
}

/** DESIGN 7: another round has a session, and work that fits the head, if only merged with it. */
export const mayStartRound = (run: ModelRun, phase: ModelPhase): boolean =>
  phase.begun && phase.byAgent && run.hasAgent && (!phase.collided || phase.mergedOn !== undefined)

/** Starts another round of the attempt, on its work. It uses no attempt. */
export const startRound = (run: ModelRun, phase: ModelPhase): boolean => {
  if (!mayStartRound(run, phase)) return false
  if (phase.collided) Object.assign(phase, { base: phase.mergedOn, committed: true })
  forgetAttempt(phase)
  queue(run, phase, 'unit')
  phase.keeps = false
  return true
}

/** Starts a round, or where the engine executes the steps, another attempt that uses none. */
const startRoundOr = (run: ModelRun, phase: ModelPhase): void => {
  if (startRound(run, phase)) return
  phase.tries--
  retry(run, phase, true)
}

/** Continues the attempt where it stood. The delay is the machine's choice, and checked elsewhere. */
const interrupt = (run: ModelRun, phase: ModelPhase): void => {
  queue(run, phase, standingOf(phase))
  Object.assign(phase, { interrupted: true, keeps: false })
}

/** Asks a person about an attempt that was interrupted, and may continue. */
const blockInterrupted = (
  run: ModelRun,
  phase: ModelPhase,
  about?: ModelGate['about'],
  cause?: string,
): void => {
  phase.interrupted = true
  block(run, phase, about, cause)
}

/** Whether the provider may be paused again. An active pause does not count again. */
const mayPause = ({ pause, now }: ModelRun): boolean => {
  if (pause.until > now) return true
  if (pause.times >= limits.pauses) return false
  pause.times++
  return true
}

const interruptions = new Set<Failure['class']>([
  'transient',
  'rate_limited',
  'budget_exceeded',
  'interrupted',
  'auth',
  'permission',
  'cancelled',
])

/** Whether the failure says nothing about the work. */
const isInterruption = ({ idled, hasSession, lost }: ModelPhase, { class: kind }: Failure): boolean =>
  interruptions.has(kind) ||
  (kind === 'hung' && !idled) ||
  (kind === 'session_lost' && hasSession && lost < limits.lost)

/** DESIGN 7, failure class -> action. */
const fail = (run: ModelRun, phase: ModelPhase, failure: Failure): void => {
  const { maxAttempts, onExhausted } = run.world.rules
  const name = nameOf(failure)
  const repeated = phase.tries > 1 && phase.last === name
  switch (failure.class) {
    case 'transient':
    case 'interrupted':
      return phase.waits++ < limits.waits ? interrupt(run, phase) : blockInterrupted(run, phase)
    case 'rate_limited':
      return mayPause(run) ? interrupt(run, phase) : blockInterrupted(run, phase)
    case 'auth':
      return blockInterrupted(run, phase, undefined, 'login for work')
    case 'permission':
    case 'cancelled':
      return blockInterrupted(run, phase)
    case 'budget_exceeded':
      return blockInterrupted(run, phase, 'budget')
    default:
  }
  if (failure.class === 'hung' && !phase.idled) {
    phase.idled = true
    return interrupt(run, phase)
  }
  if (failure.class === 'session_lost' && phase.hasSession && phase.lost < limits.lost) {
    phase.hasSession = false
    phase.lost++
    return interrupt(run, phase)
  }
  if (failure.class === 'report_invalid') return failRound(run, phase, failure)
  phase.last = name
  phase.follows = undefined
  switch (failure.class) {
    case 'context_overflow':
      if (phase.shortened) return block(run, phase)
      phase.shortened = true
      phase.tries--
      return retry(run, phase)
    case 'environment':
      return block(run, phase, undefined, `${name} for work`)
    case 'refused':
      return block(run, phase)
    default:
      if (phase.tries < maxAttempts) return repeated ? block(run, phase) : retry(run, phase)
      if (onExhausted === 'ask' || (onExhausted === 'attended' && isAttended(run))) return block(run, phase)
      giveUp(run, phase)
  }
}

const giveUp = (run: ModelRun, phase: ModelPhase): void => {
  put(run, phase, 'failed')
  for (const other of listBelow(run, phase)) if (!isEnded(other)) put(run, other, 'blocked')
  if (run.world.rules.onFailure === 'halt') run.draining ??= 'phase_failed'
}

/** Whether a person can answer questions. */
const isAttended = ({ world: { rules }, attended }: ModelRun): boolean =>
  rules.trust !== 'autonomous' || attended

/** Whether a person is asked who can decide about work that was not found wrong. */
const isAsked = (run: ModelRun): boolean => run.world.rules.onExhausted === 'ask' || isAttended(run)

/** DESIGN 7: a report that cannot be read is another round, with its own limit. */
const failRound = (run: ModelRun, phase: ModelPhase, failure: Failure): void => {
  const name = nameOf(failure)
  const repeated = phase.unreadable === name
  phase.unreadable = name
  phase.follows = 'report'
  if (++phase.reports >= limits.reports)
    return isAsked(run) ? block(run, phase, 'report') : giveUp(run, phase)
  if (repeated) return block(run, phase, 'report')
  startRoundOr(run, phase)
}

/** Passed alone but not on the run's head: another round on the merge, or a fresh attempt, at most twice. */
const collide = (run: ModelRun, phase: ModelPhase): void => {
  phase.follows = undefined
  phase.collided = true
  if (++phase.conflicts > limits.conflicts) return block(run, phase, 'conflict')
  startRoundOr(run, phase)
}

/** DESIGN 8: a verified attempt is reviewed, then reaches its checkpoint. */
const takeVerified = (run: ModelRun, phase: ModelPhase): void => {
  phase.verified = true
  if (isReviewed(run, phase) && !phase.approved) phase.stage = 'review'
  else takeApproved(run, phase)
}

/** By default only the work of an agent is reviewed, after an instruction with `fix` too. */
const isReviewed = ({ world }: ModelRun, { byAgent }: ModelPhase): boolean => {
  const { phase } = world.rules.review
  return phase === 'agent' ? byAgent : phase
}

/** Whether only a person can clarify a comment that is not minor. */
export const isUnclear = ({ comments }: Review): boolean =>
  comments.some(({ disposition, severity }) => disposition === 'clarify' && severity !== 'minor')

/**
 * DESIGN 10. A rejection starts another attempt without counting one, and has a separate limit. A question of
 * the reviewers comes before either verdict.
 */
const takeReview = (run: ModelRun, phase: ModelPhase, review: Review): void => {
  const { maxReviewRounds } = run.world.rules
  const { approved, comments, failure } = review
  if (failure) return missReview(run, phase, failure)
  phase.rounds++
  const unclear = isUnclear(review)
  if (approved && !unclear) {
    phase.approved = true
    return takeApproved(run, phase)
  }
  if (approved) return block(run, phase, 'rejection')
  const wanted = comments.filter(({ disposition }) => disposition === 'implement')
  const name = wanted.map(({ message }) => message.replace(/\d+ ms/g, '')).join()
  const repeated = phase.rejection === name
  phase.rejection = name
  phase.follows = 'review'
  if (unclear) return block(run, phase, 'rejection')
  if (phase.rounds < maxReviewRounds)
    return repeated ? block(run, phase, 'rejection') : startRoundOr(run, phase)
  if (isAsked(run)) block(run, phase, 'rejection')
  else giveUp(run, phase)
}

/** The review failed: the attempt stays. A transient failure is retried later. */
const missReview = (run: ModelRun, phase: ModelPhase, failure: Failure): void => {
  const { class: kind } = failure
  const isTransient = kind === 'transient' || kind === 'interrupted'
  const waits = isTransient ? phase.waits++ < limits.waits : kind === 'rate_limited' && mayPause(run)
  if (waits) interrupt(run, phase)
  else if (kind === 'auth') block(run, phase, 'no review', 'login for review')
  else if (kind === 'environment') block(run, phase, 'no review', `${nameOf(failure)} for review`)
  else block(run, phase, kind === 'budget_exceeded' ? 'budget of review' : 'no review')
}

const takeApproved = (run: ModelRun, phase: ModelPhase): void => {
  const { trust, checkpoints } = run.world.rules
  if (phase.taken || (checkpoints === 'trust' && trust === 'autonomous' && !phase.risky))
    return integrate(run, phase)
  put(run, phase, 'checkpoint')
  if (checkpoints === 'custom') phase.asked = true
  else if (trust !== 'standard') run.gates.push({ kind: 'checkpoint', phases: [phase.id] })
}

const integrate = (run: ModelRun, phase: ModelPhase): void => {
  if (run.world.rules.hooks === 'off') join(run, phase)
  else phase.stage = 'run_hooks'
}

const join = (run: ModelRun, phase: ModelPhase): void => {
  run.line.push(phase.id)
  phase.stage = 'line'
  if (run.line.length === 1) mergeOnHead(run, phase)
}

/** DESIGN 9: an agent changed nothing, and that is verified, or a declared file does not exist. */
const lacksChange = (run: ModelRun, { empty, lacks, nothingTaken, byAgent }: ModelPhase): boolean =>
  empty && !nothingTaken && byAgent && run.hasAgent && (lacks || run.world.rules.checks !== 'none')

/** The attempt returns to its session, once for each reason, and uses no attempt. */
const sendBack = (
  run: ModelRun,
  phase: ModelPhase,
  reason: 'nothing' | 'claims' | 'evidence' | 'red',
): boolean => {
  if (!phase.byAgent || !run.hasAgent || phase.returns === 2 || phase.returned === reason) return false
  queue(run, phase, 'unit')
  Object.assign(phase, { done: false, approved: false, taken: false, returned: reason })
  phase.returns++
  return true
}

const isPaused = ({ pause, now }: ModelRun, { byAgent }: ModelPhase): boolean => byAgent && pause.until > now

const verify = (run: ModelRun, phase: ModelPhase): void => {
  if (run.world.rules.checks === 'none') takeVerified(run, phase)
  else phase.stage = 'verify attempt'
}

/** The phase is being stopped: the work of its unit is committed first. */
const takeStopped = (run: ModelRun, phase: ModelPhase, input: Input): void => {
  if (phase.stage === 'run_unit') {
    if (input.type === 'unit_finished') noteUnit(phase, input)
    phase.stage = 'commit_attempt'
    const isSession =
      input.type === 'unit_finished' &&
      input.result.outcome === 'completed' &&
      Object.keys(input.result.sessions ?? {}).length > 0
    if (isSession && run.pause.until <= run.now) run.pause.times = 0
    return
  }
  if (input.type === 'attempt_committed') {
    Object.assign(phase, {
      committed: true,
      done: phase.result === 'completed',
      verified: false,
      ...seenIn(phase, input),
    })
  }
  if (run.stopping) put(run, phase, 'cancelled')
  else endStopped(run, phase)
}

/** Facts of a commit: no change, without a declared file, or without a reported one. */
const seenIn = ({ files }: ModelPhase, { files: changed, absent = [] }: InputOf<'attempt_committed'>) => {
  const empty = changed.length === 0
  return {
    empty,
    lacks: absent.some((path) => files.includes(path)),
    untrue: empty || absent.includes('elsewhere'),
  }
}

/** The unit has ended: what interrupted it before is over, and its session is known. */
const noteUnit = (phase: ModelPhase, { result }: InputOf<'unit_finished'>): void => {
  const isAsking = result.outcome === 'blocked' && result.blocker === 'agent_asks'
  phase.result = result.outcome === 'failed' ? result.failure : isAsking ? 'asking' : result.outcome
  phase.interrupted = false
  if (Object.keys(result.sessions ?? {}).length > 0) phase.hasSession = true
  if (result.outcome === 'completed')
    Object.assign(phase, { idled: false, lost: 0, waits: 0, already: result.alreadyDone === true })
  if (result.outcome !== 'completed') return
  for (const key of Object.keys(result.sessions ?? {})) phase.claims.delete(key)
  for (const key of Object.keys(result.claimed ?? {})) phase.claims.add(key)
}

/** DESIGN 11: applies the verdict of the caller's strategy, once. A stopped run asks again when resumed. */
const takeVerdict = (
  run: ModelRun,
  phase: ModelPhase,
  { attempt, pause }: InputOf<'checkpoint_decided'>,
): void => {
  if (!phase.asked || phase.attempt !== attempt || run.stopping) return
  phase.asked = false
  if (pause) {
    run.gates.push({ kind: 'checkpoint', phases: [phase.id] })
    return
  }
  queue(run, phase, 'integration')
  phase.taken = true
}

/** Applies the answer to an effect of an attempt to its phase. */
export const takeOfAttempt = (
  run: ModelRun,
  phase: ModelPhase,
  input: Extract<Input, { attempt: number }>,
): void => {
  if (input.type === 'checkpoint_decided') return takeVerdict(run, phase, input)
  if (phase.place !== 'active' || phase.dispatch !== input.dispatch) return
  if ((run.stopping || phase.stopped) && phase.stage !== 'move_refs') return takeStopped(run, phase, input)
  const checked = run.world.rules.checks !== 'none'
  switch (input.type) {
    case 'workspace_opened': {
      const { rescued } = input
      const isApproved = rescued !== undefined && phase.findings
      if (rescued) phase.committed = true
      phase.findings = false
      if (phase.continuesAt !== 'unit' || isApproved) phase.interrupted = false
      // DESIGN 8: a person approved what kept the finished work from being committed.
      if (isApproved && phase.result === 'completed')
        return takeOfAttempt(run, phase, { ...input, ...rescued, type: 'attempt_committed' })
      if (phase.continuesAt === 'integration') return integrate(run, phase)
      if (phase.continuesAt === 'review') return takeVerified(run, phase)
      if (phase.continuesAt === 'verification') return verify(run, phase)
      if (isPaused(run, phase)) return queue(run, phase, 'unit')
      phase.stage = 'run_unit'
      delete phase.result
      return
    }
    case 'unit_finished': {
      const { result } = input
      phase.stage = 'commit_attempt'
      noteUnit(phase, input)
      const isSession = result.outcome === 'completed' && Object.keys(result.sessions ?? {}).length > 0
      if (isSession && run.pause.until <= run.now) run.pause.times = 0
      return
    }
    case 'attempt_committed':
      Object.assign(phase, { committed: true, verified: false, ...seenIn(phase, input) })
      if (phase.result === 'blocked') return block(run, phase)
      if (phase.result === 'asking') return block(run, phase, 'question')
      if (typeof phase.result === 'object') return fail(run, phase, phase.result)
      phase.done = true
      // A person decides about a declared file that git ignores.
      if (input.ignored?.some(({ path }) => phase.files.includes(path)))
        return fail(run, phase, { class: 'environment', message: 'ignored' })
      // DESIGN 9: no change after a conflict means done or not done: a person decides.
      if (phase.conflicts > 0 && phase.empty) return block(run, phase, 'nothing')
      // DESIGN 9: an attempt that changes nothing returns to its session once.
      if (lacksChange(run, phase)) {
        if (sendBack(run, phase, 'nothing')) return
        if (phase.already && checked) return verify(run, phase)
        const message = phase.lacks ? 'nothing changed, and absent' : 'nothing changed'
        return fail(run, phase, { class: 'agent_failed', message })
      }
      // DESIGN 9: a wrong list of files decides nothing, and returns once where nothing else is known.
      if (phase.claims.size > 0 && phase.untrue && !phase.already && !checked) {
        if (sendBack(run, phase, 'claims')) return
      }
      return verify(run, phase)
    case 'attempt_refused': {
      const about = input.findings && 'findings'
      phase.findings = about !== undefined
      if (typeof phase.result !== 'object') return block(run, phase, about)
      if (isInterruption(phase, phase.result)) return blockInterrupted(run, phase, about)
      phase.findings = false
      return fail(run, phase, phase.result)
    }
    case 'verified': {
      // A check that collided with another phase's runs once more, alone, and nothing else happens.
      if (input.collision && !phase.alone) {
        phase.alone = true
        return
      }
      const red = input.checks.find(({ passed }) => !passed)
      if (input.on === 'attempt' && lacksChange(run, phase)) {
        const isAbsent = (input.evidence?.absent ?? []).length > 0
        if (red || isAbsent) {
          const message = red
            ? `nothing changed, and red ${red.exitCode === 127}`
            : 'nothing changed, and absent'
          return fail(run, phase, { class: 'agent_failed', message, ...(red && { exitCode: red.exitCode }) })
        }
        // DESIGN 9: a person decides only if the plan expects a change.
        if (phase.files.length > 0) return block(run, phase, 'nothing')
      }
      const isWeak = (input.evidence?.changed ?? []).length > 0 && !phase.evidenceTaken
      if (!red && isWeak) {
        if (!sendBack(run, phase, 'evidence')) block(run, phase, 'evidence')
        return
      }
      // DESIGN 9: new tests that are not red return once, and then a person decides.
      if (!red && input.evidence?.notRed === true && input.on === 'attempt') {
        if (!sendBack(run, phase, 'red')) block(run, phase, 'red')
        return
      }
      if (!red && input.on === 'attempt') return takeVerified(run, phase)
      if (!red) phase.stage = 'prepare_move'
      else if (red.exitCode === 127) block(run, phase)
      else if (input.on === 'merged') collide(run, phase)
      else fail(run, phase, { class: 'verification_failed', message: 'check', exitCode: red.exitCode })
      return
    }
    case 'hooks_finished':
      if (input.outcome === 'passed') return join(run, phase)
      if (input.outcome === 'failed')
        return fail(run, phase, {
          class: 'verification_failed',
          message: 'hook',
        })
      if (input.outcome === 'rewritten' && ++phase.hookRounds < limits.hookRounds) {
        phase.stage = 'commit_attempt'
        return
      }
      return block(run, phase)
    case 'reviewed':
      return takeReview(run, phase, input.review)
    case 'merged':
      phase.mergedOn = input.work && run.head.commit
      phase.stage = 'compose'
      return
    case 'merge_conflicted':
      phase.mergedOn = input.marked && run.head.commit
      return collide(run, phase)
    case 'composed':
      phase.stage = phase.merged && checked ? 'verify merged' : 'prepare_move'
      return
    case 'move_prepared':
      phase.stage = 'move_refs'
      return
    case 'target_adopted':
      run.head.commit = input.commit
      return mergeOnHead(run, phase)
    case 'target_rewritten':
      return block(run, phase, undefined, 'rewritten')
    case 'session_started':
      phase.hasSession = true
      return
    case 'effect_failed':
      return fail(run, phase, input.failure)
  }
}

/**
 * The refs of a phase had another value. The target is inspected again; only the run may move its own head.
 */
export const takeRefusal = (run: ModelRun, phase: ModelPhase, refs: readonly string[]): void => {
  const foreign = refs.every((ref) => !ref.startsWith('refs/amelia/'))
  if (foreign && ++phase.refusals < limits.refusals) phase.stage = 'prepare_move'
  else block(run, phase)
}
