import type { MachineUnderTest } from './machine-under-test.ts'
import { sessionUsed } from '../session-used.ts'

/**
 * Abandons a call that ignores its signal, and charges its later usage. Neither changes a phase, but in
 * place, where the call may still write to the checkout, nothing new starts.
 */
export const abandonCall = (machine: MachineUnderTest, pick: number): void => {
  const phases = [...machine.reference.run.phases.keys()]
  const phaseId = phases[pick % phases.length]!
  const { events } = machine.feed({
    type: 'call_abandoned',
    phaseId,
    who: 'driver "deaf"',
    ...(pick % 3 === 0 && { inPlace: true as const }),
  })
  if (events[0]?.type !== 'call_abandoned') throw new Error('An abandoned call is not reported.')
  const spent = (): number[] => [
    machine.state.budget.spent.tokens,
    machine.state.phases.find(({ id }) => id === phaseId)!.spent.tokens,
  ]
  const before = spent()
  const session = machine.name()
  machine.feed(sessionUsed({ inputTokens: 7 }, { phaseId, session, over: true }))
  // A finished run accepts no more input.
  const more = machine.reference.run.over ? 0 : 7
  if (spent().join() !== before.map((tokens) => tokens + more).join())
    throw new Error(`Late usage of ${phaseId} was not charged exactly once to the phase and to the run.`)
}
