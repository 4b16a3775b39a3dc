import { AmeliaError, type Run, type RunEvent } from '@amelia/core'
import type { Trial } from './create-trial.ts'

/** Compares the events of one process with the guarantees while it runs. */
export interface Watch {
  /** Receives the events of a run from its start. */
  follow(run: Run): void
  /** Records that an agent starts to work. */
  sessionBegins(phaseId: string, unit: string): void
}

/**
 * The state of a phase's attempt: a session for a unit starts once each time the attempt is started or
 * resumed.
 */
interface Attempt {
  number: number
  begun: Set<string>
}

const unitsOf = (event: Extract<RunEvent, { type: 'unit_completed' }>): string[] => {
  const { unit } = event
  if (unit.kind === 'parallel') return [...unit.subtaskIds]
  return [unit.kind === 'subtask' ? unit.subtaskId : unit.kind]
}

export const watchRun = (trial: Trial): Watch => {
  const { violations, told, answered } = trial
  const attempts = new Map<string, Attempt>()
  const completed = new Set<string>()
  /** Units whose work is committed, by phase and attempt. */
  const kept = new Set<string>()
  const unsaved = new Map<string, string[]>()
  /** Phases that wait for a budget, with committed parts. */
  const paid = new Set<string>()
  let run: Run | undefined

  /** A second answer is late, however fast. */
  const answerAgain = (gateId: string): void => {
    run?.answer(gateId, 'abort').then(
      () => violations.add('double commit', `the gate ${gateId} took a second answer`),
      (error: unknown) => {
        if (!AmeliaError.is(error, 'GATE_EXPIRED') && !AmeliaError.is(error, 'RUN_ENDED'))
          violations.add('double commit', `a second answer to the gate ${gateId} gave ${String(error)}`)
      },
    )
  }

  const note = (event: RunEvent): void => {
    switch (event.type) {
      case 'phase_delayed':
        if (event.failure.class !== 'budget_exceeded') return
        if ([...kept].some((unit) => unit.startsWith(`${event.phaseId}/${event.attempt}/`)))
          paid.add(event.phaseId)
        return
      case 'phase_started':
      case 'phase_continued':
        violations.check(
          event.type === 'phase_continued' || !paid.has(event.phaseId),
          'double commit',
          () => `${event.phaseId} restarts, although parts of it are committed and paid for`,
        )
        paid.delete(event.phaseId)
        attempts.set(event.phaseId, { number: event.attempt, begun: new Set() })
        unsaved.delete(event.phaseId)
        return
      case 'phase_returned':
        // A session of it works once more, on the same work.
        for (const unit of [...kept])
          if (unit.startsWith(`${event.phaseId}/${event.attempt}/`)) kept.delete(unit)
        return
      case 'unit_completed':
        unsaved.set(event.phaseId, unitsOf(event))
        return
      case 'commit_created':
        for (const unit of unsaved.get(event.phaseId) ?? [])
          kept.add(`${event.phaseId}/${event.attempt}/${unit}`)
        unsaved.delete(event.phaseId)
        return
      case 'phase_completed':
        completed.add(event.phaseId)
        return
      case 'gate_resolved':
        answered.set(event.gateId, event.choice)
        return
      default:
    }
  }

  const hear = (event: RunEvent): void => {
    note(event)
    // From here on, an observer knows it.
    const text = JSON.stringify(event)
    const before = told.get(event.seq)
    if (before !== undefined)
      violations.check(before === text, 'lost work', () => `event ${event.seq} was ${before} and is ${text}`)
    told.set(event.seq, text)
    if (event.type === 'gate_resolved') answerAgain(event.gateId)
  }

  return {
    follow(given) {
      run = given
      const known: RunEvent[] = []
      given.subscribe({ after: 0 }, (event) => known.push(event))()
      for (const event of known) note(event)
      attempts.clear()
      trial.events = known
      given.subscribe({ after: known.length }, (event) => {
        known.push(event)
        hear(event)
      })
    },
    sessionBegins(phaseId, unit) {
      const attempt = attempts.get(phaseId)
      if (attempt === undefined)
        return violations.add('double commit', `a session for ${phaseId}, which nobody has begun`)
      const where = `${phaseId}, attempt ${attempt.number}, ${unit}`
      violations.check(
        !completed.has(phaseId),
        'double commit',
        () => `a session for ${where}, which is completed`,
      )
      violations.check(!attempt.begun.has(unit), 'double commit', () => `two sessions at once for ${where}`)
      violations.check(
        !kept.has(`${phaseId}/${attempt.number}/${unit}`),
        'double commit',
        () => `a session for ${where}, whose work is committed`,
      )
      attempt.begun.add(unit)
      violations.check(
        (trial.sessions.get(phaseId) ?? 0) < 60,
        'hang',
        () => `${phaseId} has had 60 sessions and comes to no end`,
      )
    },
  }
}
