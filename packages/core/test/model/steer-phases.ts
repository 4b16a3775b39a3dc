import type { InputDraft } from '../../src/lib/machine/state/input/input.ts'
import type { MachineUnderTest } from './machine-under-test.ts'
import type { Taken } from './check-state.ts'

const outcomes = ['delivered', 'deferred', 'dropped'] as const

/** A person steers a phase, or a text is given to a session, sometimes twice or to none. */
export const steerPhases = (machine: MachineUnderTest, pick: number): void => {
  const ids = [...machine.texts.keys()]
  const id = ids[(pick >> 2) % ids.length]
  const outcome = outcomes[(pick >> 4) % outcomes.length]!
  if (id === undefined || pick % 4 === 0) return void machine.feed(request(machine, pick >> 2))
  if (pick % 4 === 1) return void machine.feed({ type: 'steer_given', steerIds: [id], to: 'prompt' })
  machine.feed({ type: 'steer_given', steerIds: [id], to: 'turn' })
  if (pick % 4 === 2) machine.feed({ type: 'steer_answered', steerId: id, outcome })
}

const request = (machine: MachineUnderTest, pick: number): InputDraft => {
  const phases = [...machine.reference.run.phases.keys()]
  const [known] = machine.texts.keys()
  const steerId = pick % 5 === 0 && known !== undefined ? known : machine.name()
  return { type: 'steer_requested', phaseId: phases[pick % phases.length]!, steerId, text: 'text' }
}

/** A text as its inputs and events show it. */
export interface Text {
  phaseId: string
  stage: 'waiting' | 'given' | 'over'
}

const over = new Set(['completed', 'external', 'skipped'])

/**
 * Follows each text from the inputs and events: it is given at most once, has one last outcome, and none is
 * left when its phase or the run is over.
 */
export const checkTexts = (
  { texts, reference: { run } }: MachineUnderTest,
  { input, events, effects, wasOver }: Taken,
  claim: (holds: boolean, what: string) => void,
): void => {
  const told = new Map<string, string>()
  for (const event of events)
    if (event.type === 'phase_steered') {
      claim(!told.has(event.steerId), `text ${event.steerId} has two outcomes in one turn`)
      told.set(event.steerId, event.outcome)
    }
  if (wasOver && input.type !== 'run_resumed') return claim(told.size === 0, 'a text changed after the end')
  const expected = new Map<string, string>()
  const end = (id: string, text: Text, outcome: string): void => {
    text.stage = 'over'
    expected.set(id, outcome)
  }
  if (input.type === 'steer_requested' && !texts.has(input.steerId)) {
    const { steerId, phaseId } = input
    texts.set(steerId, { phaseId, stage: 'waiting' })
    const isOffered = effects.some((effect) => effect.type === 'steer' && effect.steerId === steerId)
    const { place, stage } = run.phases.get(phaseId)!
    claim(!isOffered || place === 'active', `a text is offered to ${phaseId}, which is ${place}`)
    claim(isOffered || place !== 'active' || stage !== 'run_unit', `no text is offered to ${phaseId}`)
    if (!isOffered) expected.set(steerId, 'deferred')
  }
  if (input.type === 'steer_given')
    for (const id of input.steerIds) {
      const text = texts.get(id)!
      if (text.stage !== 'waiting') continue
      if (input.to === 'prompt') end(id, text, 'delivered')
      else text.stage = 'given'
    }
  if (input.type === 'steer_answered') {
    const text = texts.get(input.steerId)!
    if (text.stage !== 'over') {
      expected.set(input.steerId, input.outcome)
      text.stage = input.outcome === 'deferred' ? 'waiting' : 'over'
    }
  }
  const isEnd = run.over && !['waiting', 'cancelled', 'failed'].includes(run.status)
  for (const [id, text] of texts) {
    if (text.stage === 'over') continue
    const isInterrupted = input.type === 'run_resumed' && text.stage === 'given'
    const { place } = run.phases.get(text.phaseId) ?? {}
    const isDone = text.stage === 'waiting' && (place === undefined || over.has(place))
    // In the turn in which a process stops, a text may also stay for the next one.
    if (isInterrupted || isEnd || (isDone && (!run.over || told.get(id) === 'dropped')))
      end(id, text, 'dropped')
  }
  const list = (map: Map<string, string>): string => JSON.stringify([...map].toSorted())
  claim(list(told) === list(expected), `the texts are ${list(told)} instead of ${list(expected)}`)
}
