import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  type TestInput,
  red,
} from '../../../../../test/machine-run.ts'
import { phase } from '../../../../../test/sample-plan.ts'
import type { EvidenceChange } from '../../../event/evidence.ts'

const script: EvidenceChange = {
  kind: 'script',
  path: 'package.json',
  items: ['test'],
  diff: ['-test: node --test', '+test: true'],
}
const listing = [['package.json: scripts that the checks run were changed: test', ...script.diff].join('\n')]

const verified = (changed: EvidenceChange[], absent?: string[]): TestInput => ({
  type: 'verified',
  phaseId: 'a',
  attempt: 1,
  on: 'attempt',
  checks: [green],
  evidence: { paid: [], leftOut: [], changed, ...(absent && { absent }) },
})

/** Files that the commit should contain and does not. */
type Found = Pick<Extract<TestInput, { type: 'attempt_committed' }>, 'absent' | 'ignored'>

const machineOf = (options: MachineRunOptions = {}): MachineRun =>
  createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    provider: 'agent',
    settings: { checks: [check] },
    ...options,
  })

/** One session of the attempt, up to its commit. */
const session = (machine: MachineRun, inputs: TestInput[] = []) => {
  const { opened, finished, committed } = inputsOf()
  return machine.feed(opened, finished, committed, ...inputs)
}

describe('an attempt that weakens its evidence', () => {
  it('returns to its session once with exactly these changes, and uses no attempt', () => {
    const machine = machineOf()
    const { effects } = session(machine, [verified([script])])
    expect(effects.slice(-2)).toMatchObject([
      { type: 'close_workspace' },
      { type: 'open_workspace', attempt: 1, base: 'base', from: 'a-work' },
    ])
    expect(machine.state.gates.size).toBe(0)
    expect(machine.phase('a')).toMatchObject({
      attempt: { number: 1, returns: 1, sentBack: { reason: 'evidence_changed', details: listing } },
      effort: { tries: 1 },
      failures: [],
    })
    expect(machine.feed(inputsOf().opened).effects).toMatchObject([
      { type: 'run_unit', unit: { kind: 'phase' } },
    ])
  })

  it('passes once the changes are restored', () => {
    const machine = machineOf()
    session(machine, [verified([script])])
    const { effects } = session(machine, [verified([])])
    expect(effects.at(-1)).toMatchObject({ type: 'compose' })
  })

  it('opens a gate with the changes that are left', () => {
    const machine = machineOf()
    session(machine, [verified([script])])
    session(machine, [verified([script])])
    expect(machine.gate()).toMatchObject({
      blocker: 'evidence_changed',
      details: listing,
      choices: ['retry', 'fix', 'approve', 'skip', 'abort', 'abort-revert'],
    })
    expect(machine.answer('approve').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
  })

  it('opens a gate at once if no session worked on it', () => {
    const step = { id: 's', action: 'code', filePath: 'a', codeChange: 'x' } as const
    const subtasks = [{ id: 'a.1', title: 'one', steps: [step] }]
    for (const options of [{ provider: undefined! }, { phases: [phase('a', [], { subtasks })] }]) {
      const machine = machineOf(options)
      session(machine, [verified([script])])
      expect(machine.gate()).toMatchObject({ blocker: 'evidence_changed' })
    }
  })

  it('returns to the last subtask that an agent did, and leaves the others', () => {
    const step = { id: 's', action: 'code', filePath: 'a', codeChange: 'x' } as const
    const machine = machineOf({
      phases: [
        phase('a', [], {
          subtasks: [
            { id: 'a.1', title: 'one' },
            { id: 'a.2', title: 'two' },
            { id: 'a.3', title: 'three', steps: [step] },
          ],
        }),
      ],
      settings: { checks: [check], units: 'subtask' },
    })
    const { opened, committed } = inputsOf()
    machine.feed(opened)
    for (const subtaskId of ['a.1', 'a.2', 'a.3'])
      machine.feed(
        { type: 'subtask_started', phaseId: 'a', subtaskId },
        { type: 'subtask_finished', phaseId: 'a', subtaskId },
        {
          type: 'unit_finished',
          phaseId: 'a',
          attempt: 1,
          unit: { kind: 'subtask', subtaskId },
          result: { outcome: 'completed' },
        },
        committed,
      )
    machine.feed(verified([script]))
    const { effects } = machine.feed(opened)
    expect(effects).toMatchObject([{ type: 'run_unit', unit: { kind: 'subtask', subtaskId: 'a.2' } }])
    expect([...machine.phase('a').subtaskStatus.keys()]).toEqual(['a.1', 'a.3'])
  })
})

describe('an attempt that changes nothing', () => {
  const impl = { id: 'a.1', title: 'one', type: 'impl' as const }
  const declaring = { phases: [phase('a', [], { files: ['a.txt'], subtasks: [] })] }
  const done = (alreadyDone = false, found: Found = {}): TestInput[] => {
    const { opened, committed } = inputsOf()
    return [
      opened,
      {
        type: 'unit_finished',
        phaseId: 'a',
        attempt: 1,
        unit: { kind: 'phase' },
        result: { outcome: 'completed', said: { phase: 'It exists.' }, ...(alreadyDone && { alreadyDone }) },
      },
      { ...(committed as Extract<TestInput, { type: 'attempt_committed' }>), files: [], ...found },
    ]
  }

  it('returns to its session before anything is verified', () => {
    const machine = machineOf(declaring)
    const { effects } = machine.feed(...done())
    expect(effects.map(({ type }) => type)).not.toContain('verify')
    expect(effects.at(-1)).toMatchObject({ type: 'open_workspace', attempt: 1 })
    expect(machine.phase('a').attempt).toMatchObject({
      returns: 1,
      sentBack: { reason: 'nothing_changed', details: ['declared: a.txt'] },
    })
  })

  it('fails if its agent does not report that the work is already done', () => {
    const machine = machineOf(declaring)
    const { events } = machine.feed(...done(), ...done())
    expect(events.at(-1)).toMatchObject({ type: 'phase_started', attempt: 2 })
    expect(machine.phase('a').failures).toMatchObject([
      {
        class: 'agent_failed',
        message:
          'The agent changed nothing in phase a, and does not report that its work is already done or needs no change.',
      },
    ])
  })

  it('is a question if its agent reports that, all checks pass, and the base has every declared file', () => {
    const machine = machineOf(declaring)
    machine.feed(...done(), ...done(true), verified([], []))
    expect(machine.gate()).toMatchObject({ blocker: 'already_done', details: ['It exists.'] })
    machine.answer('approve')
    const { effects } = machine.feed(inputsOf().opened, verified([], []))
    expect(effects.at(-1)).toMatchObject({ type: 'compose' })
  })

  it.each([
    ['a declared file is missing', verified([], ['a.txt']), 'and the base does not have a.txt'],
    ['a check fails', inputsOf().verified(red), 'and the check "test" failed'],
  ])('fails if %s', (_, input, why) => {
    const machine = machineOf(declaring)
    machine.feed(...done(), ...done(true), input)
    expect(machine.phase('a').failures).toMatchObject([
      { class: 'agent_failed', message: expect.stringContaining(why) as string },
    ])
  })

  it.each<[string, MachineRunOptions, Found, boolean, string]>([
    ['without a check', { settings: { checks: [] } }, { absent: ['a.txt'] }, false, 'not have a.txt.'],
    ['reported as done', { settings: { checks: [] } }, { absent: ['a.txt'] }, true, 'not have a.txt.'],
    ['with a check', {}, { absent: ['a.txt'] }, false, 'not have a.txt.'],
  ])(
    'returns once and then fails if a declared file does not exist: %s',
    (_, options, found, already, why) => {
      const machine = machineOf({ ...declaring, ...options })
      machine.feed(...done(already, found))
      expect(machine.phase('a').attempt.returns).toBe(1)
      machine.feed(...done(already, found))
      expect(machine.phase('a').failures).toMatchObject([
        { class: 'agent_failed', message: expect.stringContaining(why) as string },
      ])
    },
  )

  it.each<[string, MachineRunOptions]>([
    ['the plan deletes it', { phases: [phase('a', [], { files: ['a.txt'], body: '- Delete: `a.txt`' })] }],
    ['the plan allows it', { phases: [phase('a', [], { files: ['a.txt'], emptyOk: true })] }],
    ['it is not declared', { phases: [phase('a')] }],
  ])('passes without a check although a file does not exist if %s', (_, options) => {
    const machine = machineOf({ ...options, settings: { checks: [] } })
    machine.feed(...done(false, { absent: ['a.txt'] }))
    expect(machine.phase('a').attempt.returns).toBe(0)
    expect(machine.phase('a').status).not.toBe('ready')
  })

  it.each<[string, MachineRunOptions]>([
    ['the plan allows it', { phases: [phase('a', [], { files: ['a.txt'], subtasks: [], emptyOk: true })] }],
    ['nothing is checked', { ...declaring, settings: { checks: [] } }],
    ['no agent works', { ...declaring, provider: undefined! }],
  ])('passes if %s', (_, options) => {
    const machine = machineOf(options)
    machine.feed(...done())
    expect(machine.phase('a').attempt.returns).toBe(0)
    expect(machine.phase('a').status).not.toBe('ready')
  })

  it.each<[string, boolean, MachineRunOptions]>([
    ['implements something', true, { phases: [phase('a', [], { subtasks: [impl] })] }],
    ['declares and implements nothing', false, {}],
  ])('that its agent reports as done is a question if its phase %s: %s', (_, isAsked, options) => {
    const machine = machineOf(options)
    machine.feed(...done())
    expect(machine.phase('a').attempt.returns).toBe(1)
    const { effects } = machine.feed(...done(true), verified([], []))
    if (isAsked) return expect(machine.gate()).toMatchObject({ blocker: 'already_done' })
    expect(effects.at(-1)).toMatchObject({ type: 'compose' })
  })

  it('fails without a declared file too, if its agent only says that it is done, or a check fails', () => {
    const silent = machineOf({})
    silent.feed(...done(), ...done())
    const broken = machineOf({})
    broken.feed(...done(), ...done(true), inputsOf().verified(red))
    for (const machine of [silent, broken])
      expect(machine.phase('a').failures).toMatchObject([{ class: 'agent_failed' }])
  })

  it('may return again for another reason, and at most twice', () => {
    const machine = machineOf(declaring)
    machine.feed(...done())
    session(machine, [verified([script])])
    expect(machine.phase('a').attempt.returns).toBe(2)
    machine.feed(...done())
    expect(machine.phase('a').attempt.number).toBe(2)
  })
})

describe('an attempt whose agent reports files that its commit lacks', () => {
  const work = (
    files: string[],
    claimed: string[],
    more: Found & { alreadyDone?: true } = {},
  ): TestInput[] => {
    const { opened, committed } = inputsOf()
    const { alreadyDone, ...found } = more
    return [
      opened,
      {
        type: 'unit_finished',
        phaseId: 'a',
        attempt: 1,
        unit: { kind: 'phase' },
        result: {
          outcome: 'completed',
          sessions: { phase: 's' },
          ...(claimed.length > 0 && { claimed: { phase: claimed } }),
          ...(alreadyDone && { alreadyDone }),
        },
      },
      { ...(committed as Extract<TestInput, { type: 'attempt_committed' }>), files, ...found },
    ]
  }
  const claimed = ['package.json', 'dist/a.js', 'src/none.ts']
  const unchecked = { settings: { checks: [] } }

  it('is verified as it is', () => {
    const machine = machineOf({})
    const { effects } = machine.feed(...work(['src/a.ts'], claimed, { absent: ['src/none.ts'] }))
    expect(effects.at(-1)).toMatchObject({ type: 'verify' })
    expect(machine.phase('a').attempt.returns).toBe(0)
  })

  it('returns to its session once if nothing is verified and such a file does not exist', () => {
    const machine = machineOf(unchecked)
    machine.feed(...work(['src/a.ts'], claimed, { absent: ['src/none.ts'] }))
    const details = ['src/none.ts']
    expect(machine.phase('a').attempt.sentBack).toEqual({ reason: 'files_missing', details })
    const { effects } = machine.feed(...work(['src/a.ts'], claimed, { absent: ['src/none.ts'] }))
    expect(effects.at(-1)).toMatchObject({ type: 'compose' })
    expect(machine.phase('a')).toMatchObject({ failures: [], attempt: { number: 1, returns: 1 } })
  })

  it('returns once if nothing is verified or changed', () => {
    const machine = machineOf(unchecked)
    const ignored = [{ path: 'dist/a.js', rule: '.gitignore:1: dist' }]
    machine.feed(...work([], claimed, { ignored }))
    expect(machine.phase('a').attempt.sentBack?.details).toEqual(['package.json', 'src/none.ts'])
    const { effects } = machine.feed(...work([], claimed, { ignored }))
    expect(effects.at(-1)).toMatchObject({ type: 'compose' })
  })

  it('counts only the last report of a session', () => {
    const machine = machineOf(unchecked)
    machine.feed(...work(['src/a.ts'], claimed, { absent: ['src/none.ts'] }), ...work(['src/a.ts'], []))
    expect(machine.phase('a').attempt.claimed?.size).toBe(0)
  })

  it.each<[string, Parameters<typeof work>]>([
    ['the files exist, or git ignores them', [['src/a.ts'], claimed]],
    ['it reports that the work exists', [[], claimed, { alreadyDone: true }]],
  ])('passes without a check if %s', (_, given) => {
    const machine = machineOf(unchecked)
    machine.feed(...work(...given))
    expect(machine.phase('a').attempt.returns).toBe(0)
  })
})
