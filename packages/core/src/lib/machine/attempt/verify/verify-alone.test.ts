import { expect, it } from 'vitest'
import { check, createMachineRun, inputsOf, red } from '../../../../../test/machine-run.ts'

const collision = { check: 'test', words: 'EADDRINUSE', phaseIds: ['b'] }

const verifying = () => {
  const machine = createMachineRun({ settings: { checks: [check] } })
  const { opened, finished, committed, verified } = inputsOf()
  machine.feed(opened, finished, committed)
  return { machine, failed: verified(red), collided: Object.assign(verified(red), { collision }) }
}

it('verifies the commit again, alone, and uses no attempt', () => {
  const { machine, collided } = verifying()
  const { events, effects } = machine.feed(collided)
  expect(events.map(({ type }) => type)).toEqual(['verification_completed', 'verification_started'])
  expect(events[0]).toMatchObject({
    passed: false,
    collision:
      'The check "test" of phase a failed with "EADDRINUSE" while phase b ran a check. It runs again without other checks. To avoid this, use AMELIA_PORT, AMELIA_SLOT and TMPDIR in the check, or let one check run at a time.',
  })
  expect(effects).toMatchObject([{ type: 'verify', on: 'attempt', commit: 'a-work', attempt: 1 }])
  expect(machine.phase('a')).toMatchObject({
    status: 'verifying',
    effort: { alone: true, tries: 1 },
    failures: [],
  })
})

it('counts a failure without another check, and a second one', () => {
  for (const inputs of [['failed'], ['collided', 'failed'], ['collided', 'collided']] as const) {
    const stage = verifying()
    const { events } = stage.machine.feed(...inputs.map((name) => stage[name]))
    expect(events.find(({ type }) => type === 'phase_retry')).toMatchObject({
      type: 'phase_retry',
      tries: 1,
      failure: { class: 'verification_failed' },
    })
  }
})
