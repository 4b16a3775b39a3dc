import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  inputsOf,
  type MachineRun,
  type TestInput,
} from '../../../../../test/machine-run.ts'
import { phase } from '../../../../../test/sample-plan.ts'

const machineOf = (planned: Parameters<typeof phase>[2]): MachineRun =>
  createMachineRun({
    phases: [phase('a', [], { ...planned, subtasks: [] })],
    provider: 'agent',
    settings: { checks: [check] },
  })

describe('an attempt whose declared file git ignores', () => {
  const { opened, finished, committed } = inputsOf()
  const commit = committed as Extract<TestInput, { type: 'attempt_committed' }>
  const declaring = { files: ['lib/a.js', 'b.js'] }
  const ignored = [
    { path: 'lib/a.js', rule: '.gitignore:1: lib/' },
    { path: 'cache/', rule: '.gitignore:2: cache/' },
  ]

  it('asks a person at once, with the rule', () => {
    const machine = machineOf(declaring)
    const { events } = machine.feed(opened, finished, { ...commit, files: ['b.js'], ignored })
    expect(events.at(-1)).toMatchObject({
      type: 'gate_opened',
      gate: {
        blocker: 'environment',
        question:
          'Phase a declares files that git ignores, so no commit can contain them: lib/a.js (.gitignore:1: lib/).',
      },
    })
    expect(machine.phase('a')).toMatchObject({ attempt: { number: 1, returns: 0 } })
  })

  it('is repeated if the attempt wrote the rule itself', () => {
    const machine = machineOf(declaring)
    machine.feed(opened, finished, { ...commit, files: ['b.js', '.gitignore'], ignored })
    expect(machine.phase('a')).toMatchObject({
      failures: [{ class: 'agent_failed' }],
      attempt: { number: 2 },
    })
  })

  it('is verified if the plan deletes the file, or only the agent reports it', () => {
    const body = '- Delete: `lib/a.js`'
    for (const planned of [{ files: ['lib/a.js'], body }, { files: ['b.js'] }]) {
      const machine = machineOf(planned)
      const { effects } = machine.feed(opened, finished, { ...commit, files: ['b.js'], ignored })
      expect(effects.at(-1)).toMatchObject({ type: 'verify' })
    }
  })
})
