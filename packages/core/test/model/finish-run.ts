import { answerEffect } from './answer-effect.ts'
import type { MachineUnderTest } from './machine-under-test.ts'
import { resumeInput } from './resume-input.ts'

/** Enough steps for every attempt of every phase. */
const limit = 2_000

/**
 * Lets every effect succeed and answers every gate from now on. Throws unless the run then ends with nothing
 * left to do.
 */
export const finishRun = (machine: MachineUnderTest): void => {
  const { run } = machine.reference
  if (run.status === 'created')
    machine.feed({
      type: 'run_started',
      base: 'base',
      target: 'refs/heads/amelia/work',
    })
  for (let left = limit; left > 0; left--) {
    const gate = [...machine.state.gates.values()][0]
    const effect = machine.open[0]
    if (run.over) {
      if (run.status !== 'waiting' && run.status !== 'cancelled' && run.status !== 'failed')
        return checkEnd(machine)
      machine.crash()
      machine.feed(resumeInput(machine))
    } else if (effect) answerEffect(machine, effect, { how: 'well' })
    else if (gate) {
      const approves = gate.choices.includes('approve') && machine.inputs.length % 2 === 0
      const choice = approves || !gate.choices.includes('retry') ? 'approve' : 'retry'
      machine.feed({ type: 'gate_answered', gateId: gate.id, choice })
    } else throw new Error(`The run is ${run.status}, without a pending effect or an open gate.`)
  }
  throw new Error('The run does not end.')
}

const checkEnd = ({ reference: { run }, state }: MachineUnderTest): void => {
  if (run.status === 'aborted') return
  for (const { id, status } of state.phases)
    if (!['completed', 'external', 'skipped'].includes(status)) throw new Error(`${id} ended as ${status}.`)
}
