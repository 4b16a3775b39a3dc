import { describe, expect, it } from 'vitest'
import { defineCheckpointStrategy } from '../../src/lib/contract/checkpoint-strategy.ts'
import { defineParser } from '../../src/lib/contract/plan-parser.ts'
import { defineEvaluator, defineReviewer } from '../../src/lib/contract/reviewer.ts'
import { AmeliaError } from '../../src/lib/error/amelia-error.ts'
import { checkPlan } from '../../src/lib/read/check-plan.ts'
import { readPlan } from '../../src/lib/read/read-plan.ts'
import { createRun } from '../../src/lib/run/doors.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'
import { phase } from '../sample-plan.ts'

const plan = { phases: [phase('a')] }
const driver = createScriptedDriver()
const { runSession, readTranscript } = driver
const whole = {
  ...{ contract: 'driver-v1', id: 'agent', provider: 'p', meters: [], reports: 'text', resume: 'none' },
  ...{ runSession, readTranscript: readTranscript ?? (() => {}), close: () => {} },
  readUsage: () => {},
}
const reviewer = defineReviewer({ id: 'security', scope: 'phase', review: () => Promise.reject(new Error()) })
const evaluator = defineEvaluator({ evaluate: () => Promise.resolve([]) })
const checkpoint = defineCheckpointStrategy({ decide: () => 'pass' })
const parser = defineParser({ id: 'p', detect: () => 0, parse: () => ({ issues: [] }) })

/** A host whose part lacks or replaces a member. */
const withPart = (part: 'git' | 'store' | 'commands' | 'clock', change: object): object => {
  const host = memoryHost()
  return { ...host, [part]: { ...host[part], ...change } }
}

interface Plugin {
  name: string
  whole: object
  /** Members that must be there. */
  required: string[]
  /** Members that may be left out. */
  optional?: string[]
  use(changed: object): unknown
}

const host = memoryHost()
const plugins: Plugin[] = [
  {
    name: 'driver',
    whole,
    required: ['contract', 'id', 'provider', 'meters', 'runSession'],
    optional: ['reports', 'resume', 'readTranscript', 'readUsage', 'close', 'access', 'todo'],
    use: (changed) => createRun({ host: memoryHost(), plan, driver: changed }),
  },
  {
    name: 'reviewer',
    whole: reviewer,
    required: ['contract', 'id', 'scope', 'review'],
    optional: ['driver'],
    use: (changed) => createRun({ host: memoryHost(), plan, driver, reviewers: [changed as never] }),
  },
  {
    name: 'evaluator',
    whole: evaluator,
    required: ['contract', 'evaluate'],
    optional: ['driver'],
    use: (changed) => createRun({ host: memoryHost(), plan, driver, evaluator: changed as never }),
  },
  {
    name: 'checkpoint',
    whole: checkpoint,
    required: ['contract', 'decide'],
    optional: ['timeoutMs'],
    use: (changed) => createRun({ host: memoryHost(), plan, driver, checkpoint: changed as never }),
  },
  {
    name: 'host',
    whole: host,
    required: ['git', 'store', 'clock', 'uniqueId'],
    optional: ['commands'],
    use: (changed) => createRun({ host: changed as never, plan, driver }),
  },
  ...(
    [
      [
        'git',
        'contract inspect readRef listRefs updateRefs whyLocked openWorkspace resetWorkspace closeWorkspace changedPaths commitAttempt merge readFile readTree compose diff isAncestor findCommits',
        'findLocks removeLock rescueWorkspace runHooks applyToCheckout readOwnPaths followBranch fingerprint removeWorkspaces',
      ],
      ['store', 'contract acquire load list send pending outcome kept', 'repair follow publish tail'],
      ['commands', 'contract run find', 'runTests endMarked endSessions endCommands'],
      ['clock', 'now wait', ''],
    ] as const
  ).map(
    ([part, required, optional]): Plugin => ({
      name: `host.${part}`,
      whole: {},
      required: required.split(' '),
      optional: optional.split(' ').filter(Boolean),
      use: (changed) => createRun({ host: withPart(part, changed) as never, plan, driver }),
    }),
  ),
  {
    name: 'parsers[0]',
    whole: parser,
    required: ['contract', 'id', 'detect', 'parse'],
    use: (changed) => readPlan('# A plan', { parsers: [changed as never] }),
  },
]

const wrong = (name: string): [string, unknown][] => [
  ['null', null],
  ['a number', -1],
  ['a promise', Promise.resolve()],
  ...(name === 'contract' ? ([['another version', `driver-v9`]] as [string, unknown][]) : []),
  ...(['id', 'provider', 'contract', 'scope'].includes(name) ? [] : ([['text', 'x']] as [string, unknown][])),
]

const cases = plugins.flatMap(({ name, whole: all, required, optional = [], use }) => [
  ...required.map((member) => [name, member, 'undefined', undefined, all, use] as const),
  ...[...required, ...optional].flatMap((member) =>
    wrong(member).map(([what, value]) => [name, member, what, value, all, use] as const),
  ),
])

const refusalOf = async (call: () => unknown): Promise<unknown> => {
  try {
    await call()
    return 'no error'
  } catch (error) {
    return error
  }
}

describe('a plugin is refused before the run starts', () => {
  it.each(cases)('%s: %s is %s', async (name, member, _, value, all, use) => {
    const error = await refusalOf(() => use({ ...all, [member]: value }))
    expect(
      AmeliaError.is(error, 'OPTION_INVALID'),
      error instanceof Error ? error.stack : String(error),
    ).toBe(true)
    const { message } = error as AmeliaError
    expect(message).toContain(name)
    expect(message).toContain(member)
    if (member === 'contract' && value === 'driver-v9') expect(message).toMatch(/-v1.*"driver-v9"/)
  })

  it('as a factory that was not called', async () => {
    const phaseTable = () => parser
    for (const call of [
      () => readPlan('# A', { parsers: [phaseTable as never] }),
      () => checkPlan('# A', { parsers: [phaseTable as never] }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: 'OPTION_INVALID',
        message: expect.stringContaining('phaseTable()'),
      })
    const claude = () => driver
    const run = (options: object) => () => createRun({ host: memoryHost(), plan, ...options })
    expect(await refusalOf(run({ driver: [claude] }))).toMatchObject({
      message: expect.stringContaining('claude()'),
    })
    const policy = () => reviewer
    expect(await refusalOf(run({ reviewers: [policy] }))).toMatchObject({
      message: expect.stringContaining('policy()'),
    })
  })

  it('as a list or an option of reading that is wrong', async () => {
    for (const [options, part] of [
      [undefined, 'options of checkPlan'],
      [{}, 'parsers'],
      [{ parsers: parser }, 'parsers'],
    ] as const)
      expect(await refusalOf(() => checkPlan('# A', options as never))).toMatchObject({
        code: 'OPTION_INVALID',
        message: expect.stringContaining(part),
      })
  })
})

it('keeps the warnings of a plan that can run', async () => {
  const plan = readPlan('Write a parser.', { parsers: [] })
  expect(plan.phases).toHaveLength(1)
  expect(plan.warnings).toEqual(checkPlan('Write a parser.', { parsers: [] }).issues)
  expect(plan.warnings).not.toEqual([])
  const run = await createRun({ plan, host: memoryHost(), driver: createScriptedDriver() })
  expect(run.plan).not.toHaveProperty('warnings')
})

describe('a reader of plans refuses', () => {
  const parsers = [parser]
  const uses: [what: string, input: unknown, options: unknown, message: string][] = [
    [
      'a promise',
      Promise.resolve('# A'),
      { parsers },
      '`input` must be a text, a Uint8Array, or a list of files; got a promise. Await it first.',
    ],
    ['a number', 5, { parsers }, 'got 5.'],
    [
      'a file without text',
      [{ path: 'a.md' }],
      { parsers },
      '`input[0].text` must be a text or a Uint8Array; got undefined.',
    ],
    ['an unknown option', '# A', { parsers, formt: 'x' }, 'Did you mean `format`?'],
    ['a limit', '# A', { parsers, maxBytes: '1' }, '`maxBytes` must be a number of at least 0; got "1".'],
    ['a parser', '# A', { parsers: [() => parser] }, 'It is a function: call it'],
    [
      'secrets',
      '# A',
      { parsers, secrets: 'hunter2-hunter2' },
      '`secrets` must be a list of texts; got a string.',
    ],
  ]
  it.each(uses)('%s', async (_what, input, options, message) => {
    for (const read of [checkPlan, readPlan])
      expect(await refusalOf(() => read(input as never, options as never))).toMatchObject({
        code: 'OPTION_INVALID',
        message: expect.stringContaining(message),
      })
  })
})
