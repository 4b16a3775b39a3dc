import { expect, it } from 'vitest'
import { createMachineRun, inputsOf } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'

it("asks after a resume about the user's files that the last unit before the stop had changed", () => {
  const machine = createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { inPlace: { dirty: ['mine.txt'] }, concurrency: 1 },
  })
  const { opened, finished, committed, composed, prepared, moved } = inputsOf()
  const touching = { ...committed, touched: ['mine.txt'] }
  machine.feed(opened, finished, { type: 'cancel_requested' }, touching)
  expect(machine.state.status).toBe('cancelled')
  machine.feed({ type: 'run_resumed' }, opened)
  expect(machine.gate()).toMatchObject({
    blocker: 'user_changes',
    details: ['restored to your version: mine.txt'],
  })
  machine.answer('approve')
  machine.feed(opened, composed, prepared, moved)
  expect(machine.state.status).toBe('completed')
})
