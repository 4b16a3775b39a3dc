import { expect, it } from 'vitest'
import { createMachineRun, inputsOf } from '../../../../test/machine-run.ts'

it("keeps a person's answers at checkpoints, with the batch and the words", () => {
  const phases = ['a', 'b'].map((id) => ({ id, title: id, body: 'Do it.' }))
  const machine = createMachineRun({ phases, settings: { trust: 'standard' } })
  for (const id of ['a', 'b']) {
    const { opened, finished, committed } = inputsOf(id)
    machine.feed(opened, finished, committed)
  }
  machine.now = 2_000
  machine.answer('approve', 'Looks good.')
  expect(machine.state.approvals).toEqual([
    { batch: 0, phaseIds: ['a', 'b'], approved: true, feedback: 'Looks good.', at: 2_000 },
  ])
})

it('keeps no answer to another question', () => {
  const machine = createMachineRun({ phases: [{ id: 'a', title: 'a', body: 'Do it.' }] })
  const { opened, blocked, committed } = inputsOf()
  machine.feed(opened, blocked(), committed)
  machine.answer('retry')
  expect(machine.state.approvals).toEqual([])
})
