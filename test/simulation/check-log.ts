import type { Report, RunEvent } from '@amelia/core'
import type { Trial } from './create-trial.ts'
import { requestTokens } from './draw-world.ts'

/** Checks that hold for every run, from its events alone. */
export const checkLog = (trial: Trial, runId: string, events: readonly RunEvent[], report: Report): void => {
  const { violations } = trial
  for (const [index, { seq, runId: of }] of events.entries())
    violations.check(
      seq === index + 1 && of === runId,
      'lost work',
      () => `event ${index + 1} has number ${seq}`,
    )
  violations.check(
    events.at(-1)?.type === 'run_ended',
    'unrecoverable',
    () => `${events.at(-1)?.type} is behind the end`,
  )
  checkPhases(trial, events)
  checkAttempts(trial, events)
  checkGates(trial, events, report)
  checkSpend(trial, events, report)
}

const checkPhases = ({ violations, world }: Trial, events: readonly RunEvent[]): void => {
  const { concurrency } = world.options
  const active = new Set<string>()
  const completed = new Set<string>()
  const ended = new Set<string>()
  const attempts = new Set<string>()
  const dependsOn = new Map(world.phases.map((phase) => [phase.id, phase.dependsOn ?? []]))
  const begin = (id: string): void => {
    active.add(id)
    violations.check(
      active.size <= concurrency,
      'double commit',
      () => `${[...active].join(', ')} are active at once, and ${concurrency} may be`,
    )
    violations.check(!ended.has(id), 'double commit', () => `${id} begins after its end`)
    for (const dependency of dependsOn.get(id) ?? [])
      violations.check(
        completed.has(dependency),
        'lost work',
        () => `${id} begins before ${dependency} is there`,
      )
  }
  for (const event of events) {
    const id = event.phaseId ?? ''
    switch (event.type) {
      case 'run_resumed':
        active.clear()
        ended.clear()
        for (const one of completed) ended.add(one)
        break
      case 'phase_started': {
        begin(id)
        const attempt = `${id}/${event.attempt}`
        violations.check(!attempts.has(attempt), 'double commit', () => `attempt ${attempt} is made twice`)
        attempts.add(attempt)
        break
      }
      case 'phase_continued':
        begin(id)
        break
      case 'phase_completed':
        violations.check(!completed.has(id), 'double commit', () => `${id} is completed twice`)
        completed.add(id)
        active.delete(id)
        ended.add(id)
        break
      case 'phase_failed':
      case 'phase_blocked':
      case 'phase_skipped':
        active.delete(id)
        ended.add(id)
        break
      case 'phase_retry':
      case 'phase_returned':
      case 'phase_delayed':
      case 'phase_paused':
      case 'phase_cancelled':
      case 'phase_waiting':
        active.delete(id)
        break
      default:
    }
  }
}

/** Without a person or a new process in between, no phase fails more often than its attempts allow. */
const checkAttempts = ({ violations, world }: Trial, events: readonly RunEvent[]): void => {
  const { maxAttempts = 2 } = world.options.retry ?? {}
  const failed = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'gate_resolved' || event.type === 'run_resumed') failed.clear()
    if (event.type !== 'phase_retry' || !counted.has(event.failure.class)) continue
    const times = (failed.get(event.phaseId) ?? 0) + 1
    failed.set(event.phaseId, times)
    violations.check(
      times < maxAttempts,
      'double commit',
      () => `${event.phaseId} is tried again after ${times} failures, and may be tried ${maxAttempts} times`,
    )
  }
}

/** Failures that use an attempt. */
const counted: ReadonlySet<string> = new Set(['agent_failed', 'verification_failed'])

/** Each question has a unique id and one answer, and no question is open when the run is over. */
const checkGates = ({ violations }: Trial, events: readonly RunEvent[], report: Report): void => {
  const opened = new Set<string>()
  const resolved = new Set<string>()
  for (const event of events) {
    if (event.type === 'gate_opened') {
      const { id } = event.gate
      violations.check(!opened.has(id), 'double commit', () => `the gate ${id} is opened twice`)
      opened.add(id)
    }
    if (event.type === 'gate_resolved') {
      const { gateId } = event
      violations.check(
        opened.has(gateId) && !resolved.has(gateId),
        'double commit',
        () => `the gate ${gateId} is answered twice, or was never opened`,
      )
      resolved.add(gateId)
    }
  }
  if (report.status === 'completed' || report.status === 'partial')
    violations.check(
      report.gates.length === 0,
      'unrecoverable',
      () => `the run is ${report.status} with open gates`,
    )
}

/**
 * Nothing is charged twice, only usage of a dead process is missing, and the budget is exceeded only
 * slightly.
 */
const checkSpend = (trial: Trial, events: readonly RunEvent[], report: Report): void => {
  const { violations, used, interruptions, world } = trial
  const { options } = world
  const { tokens } = report.spent
  violations.check(
    tokens <= used,
    'double commit',
    () => `${tokens} tokens are charged, and ${used} were used`,
  )
  if (interruptions === 0)
    violations.check(
      tokens === used,
      'lost work',
      () => `${tokens} tokens are charged, and ${used} were used`,
    )
  const slack = options.concurrency * requestTokens
  for (const event of events) {
    if (event.type !== 'budget_exceeded') continue
    const over = event.spent.tokens - (event.budget.tokens ?? Infinity)
    violations.check(over <= slack, 'double commit', () => `the budget is overspent by ${over} tokens`)
  }
}
