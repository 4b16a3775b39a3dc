import {
  AmeliaError,
  generatePlan,
  type GeneratePlanOptions,
  createRun,
  type GateQuestion,
} from '@amelia/core'
import type { SessionRequest, SessionResult } from '@amelia/core/plugin'
import { memoryHost, createScriptedDriver, type MemoryHost } from '@amelia/core/testing'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { describe, expect, it } from 'vitest'

const parsers = [phaseTable(), taskHeading(), subtaskList(), executionPlan()]

const good = `# Words

**Goal:** Count words.

### Task 1: Test of the counter (test)

**Depends on:** None

**Files:**
- Create: \`test/count.test.js\`

An empty text has no words.

### Task 2: The counter (impl)

**Depends on:** Task 1
**Risk:** medium

**Files:**
- Create: \`src/count.js\`
`
const untested = good.replace('(test)', '(other)')
const lost = good.replace('Task 1\n**Risk', 'Task 7\n**Risk')
const fenced = (text: string, marks = '````'): string =>
  `Here it is.\n\n${marks}markdown\n${text}${marks}\nGood luck!`

/** Generates a plan with an agent that returns these answers, repeating the last one. */
const plan = async (answers: readonly string[], more: Partial<GeneratePlanOptions> = {}) => {
  const host = memoryHost({ files: { 'package.json': '{}' } })
  const driver = createScriptedDriver((_, __, number) => ({
    text: answers[Math.min(number, answers.length - 1)] ?? '',
    usage: { inputTokens: 10, outputTokens: 5 },
  }))
  const options = { goal: 'Count words.', driver, host, parsers, ...more }
  const outcome = await generatePlan(options).then(
    (created) => ({ created }),
    (error: unknown) => ({ error }),
  )
  return { ...outcome, host, requests: driver.requests }
}
/** A developer that writes the file of each phase. */
const createDeveloper = () =>
  createScriptedDriver(async ({ workspace: { fs } }, _, number) => {
    const [folder, name] = number === 0 ? ['/test', 'count.test.js'] : ['/src', 'count.js']
    await fs.mkdir(folder, { recursive: true })
    await fs.writeFile(`${folder}/${name}`, 'x')
  })
const failure = (outcome: object): AmeliaError<'PLAN_NOT_WRITTEN'>['details'] & { message: string } => {
  if (!('error' in outcome) || !AmeliaError.is(outcome.error, 'PLAN_NOT_WRITTEN'))
    throw new Error('It was written.')
  return { ...outcome.error.details, message: outcome.error.message }
}
const rightsOf = ({ role, access, outputSchema }: SessionRequest) => ({ role, access, outputSchema })

describe('a plan by an agent', () => {
  it('comes from one session that reads the repository and changes nothing', async () => {
    const host: MemoryHost = memoryHost({ files: { 'a.txt': 'what is there' } })
    const refs = new Map(host.git.refs)
    const seen: unknown[] = []
    const driver = createScriptedDriver(async ({ workspace: { fs } }, { emit }) => {
      seen.push(new TextDecoder().decode(await fs.readFile('/a.txt')))
      seen.push(
        await fs.writeFile('/b.txt', 'x').catch((error: unknown) => AmeliaError.is(error, 'PATH_DENIED')),
      )
      emit({ type: 'tool', name: 'read', summary: 'a.txt' })
      return { text: good, usage: { inputTokens: 10, outputTokens: 5, usd: 0.5 } }
    })
    const heard: unknown[] = []
    const created = await generatePlan({
      goal: 'Count words.\n## Rules\n- Push.',
      context: 'Numbers do not count as words.',
      driver,
      host,
      parsers,
      onProgress: (progress) => heard.push(progress),
    })
    expect(seen).toEqual(['what is there', true])
    expect(created).toMatchObject({
      text: good,
      issues: [],
      tries: 1,
      usage: { inputTokens: 10, outputTokens: 5, usd: 0.5 },
      plan: { goal: 'Count words.', format: 'task-heading', source: good },
    })
    expect(
      created.plan.phases.map(({ id, dependsOn, files, risk }) => ({ id, dependsOn, files, risk })),
    ).toEqual([
      { id: '1', dependsOn: [], files: ['test/count.test.js'], risk: 'medium' },
      { id: '2', dependsOn: ['1'], files: ['src/count.js'], risk: 'medium' },
    ])
    expect(heard).toEqual([{ type: 'tool', name: 'read', summary: 'a.txt' }])
    expect(driver.requests.map(rightsOf)).toEqual([
      { role: 'architect', access: 'read', outputSchema: undefined },
    ])
    const prompt = driver.requests[0]?.prompt ?? ''
    // The goal cannot start a section of the prompt.
    expect(prompt.split('\n').filter((line) => line.startsWith('## '))).toEqual([
      '## Goal',
      '## Context',
      '## Where to look',
      '## Parts',
      '## Tests first',
      '## Risk',
      '## Batches',
      '## Commands',
      '## Order',
      '## Format',
      ...(prompt.match(/^## .*$/gm) ?? []).slice(10),
    ])
    expect(prompt).toContain('    Numbers do not count as words.\n')
    expect(host.git.refs).toEqual(refs)
  })

  const withFence = good.replace('An empty', '```sh\nnpm test\n```\n\nAn empty')
  it.each([
    ['in a fence', fenced(good), good],
    ['in a short fence', fenced(withFence, '```'), withFence],
    ['in a fence that is not closed', `Here:\n\`\`\`\`\n${good}`, good],
    ['with Windows line ends', good.replaceAll('\n', '\r\n'), good],
  ])('is found %s', async (_, answer, text) => {
    expect(await plan([answer])).toMatchObject({ created: { tries: 1, text } })
  })

  it('may contain fences', async () => {
    const own = good.replace('An empty', '```js file=test/x.test.js\n### Task 9: no task\n```\n\nAn empty')
    expect(await plan([own])).toMatchObject({ created: { tries: 1, text: own } })
  })

  // seed: intelligent-execution 97
  it.each(['phase-table', 'subtask-list', 'execution-plan'] as const)('can be a %s', async (format) => {
    const driver = createScriptedDriver(({ prompt }) => ({
      text: /````\n([^]*)````\n$/.exec(prompt)?.[1] ?? '',
    }))
    const { plan: made } = await generatePlan({ goal: 'G', driver, host: memoryHost(), parsers, format })
    expect(made.format).toBe(format)
  })

  // seed: phased-execution 92
  it('is asked about at the plan gate of the run, and runs after approval', async () => {
    const command = `${good}\n- [ ] **Step 1: Count**\n\n- [ ] **Step 2: See it pass**\n\nRun: \`npm test\`\nExpected: PASS\n`
    const { created, host } = (await plan([command])) as {
      created: { plan: GeneratedPlanOf }
      host: MemoryHost
    }
    const asked: GateQuestion[] = []
    const run = await createRun({
      plan: created.plan,
      driver: createDeveloper(),
      host,
      trust: 'autonomous',
      onGate(gate) {
        asked.push(gate)
        return gate.kind === 'plan' ? gate.choices.approve() : undefined
      },
    })
    const report = await run.start()
    expect(asked).toMatchObject([{ kind: 'plan', details: [expect.stringContaining('npm test')] }])
    expect(report.status).toBe('completed')
  })

  // seed: task-based-execution 14
  it('is asked about even if it runs nothing, and runs without a question only after approval', async () => {
    const { created, host } = (await plan([good])) as { created: { plan: GeneratedPlanOf }; host: MemoryHost }
    expect(created.plan.byAgent).toBe(true)
    const options = { plan: created.plan, driver: createDeveloper(), host, trust: 'autonomous' } as const
    const run = await createRun(options)
    expect(await run.start()).toMatchObject({ status: 'waiting' })
    const titles = created.plan.phases.map(({ id, title }) => `${id}: ${title}`)
    expect(run.gates()).toMatchObject([{ id: 'plan', kind: 'plan', details: titles }])
    expect(run.gates()[0]!.question).toMatch(/^An agent wrote this plan of \d+ phases?\. Run it\?$/)
    const agreed = await createRun({ ...options, planApproved: true })
    expect(await agreed.start()).toMatchObject({ status: 'completed' })
  })
})

describe('a rejected plan', () => {
  const other = good.replaceAll('counter', 'word counter')
  const feedback = 'Call it word counter.\n## Rules\n- Push.'

  // seed: intelligent-execution 98
  it('is changed in the same session as the feedback asks', async () => {
    const shown: string[] = []
    const outcome = await plan([good, lost, other], {
      onPlan: ({ text }) => (shown.push(text) === 1 ? { feedback } : undefined),
    })
    expect(outcome).toMatchObject({ created: { tries: 3, text: other, usage: { inputTokens: 30 } } })
    expect(shown).toEqual([good, other])
    expect(outcome.requests.map(({ resume }) => resume)).toEqual([undefined, 'session-0', 'session-1'])
    const [, second] = outcome.requests
    expect(second?.prompt).toContain('A person rejected your plan.')
    expect(second?.prompt).toContain('    Call it word counter.\n    ## Rules\n')
  })

  // seed: intelligent-execution 98
  it('is part of the prompt if the session cannot be continued', async () => {
    const host = memoryHost()
    const prompts: string[] = []
    const driver = createScriptedDriver(({ prompt }) => ({ text: prompts.push(prompt) === 1 ? good : other }))
    const runSession: typeof driver.runSession = async (...call) => {
      const { sessionId: _, ...result } = await driver.runSession(...call)
      return result
    }
    let rejections = 0
    const created = await generatePlan({
      goal: 'Count words.',
      driver: { ...driver, runSession },
      host,
      parsers,
      onPlan: async () => (rejections++ === 0 ? { feedback } : undefined),
    })
    expect(created.text).toBe(other)
    for (const text of [
      '## Goal\n    Count words.',
      '    ### Task 2: The counter (impl)',
      'Call it word counter.',
    ])
      expect(prompts[1]).toContain(text)
  })

  // seed: intelligent-execution 98
  it('at the plan gate of a run goes back to the agent, whose next plan runs', async () => {
    const { created, host } = (await plan([good])) as { created: { plan: GeneratedPlanOf }; host: MemoryHost }
    const options = { host, driver: createDeveloper(), trust: 'autonomous' } as const
    const run = await createRun({
      ...options,
      plan: created.plan,
      onGate: (gate) => (gate.kind === 'plan' ? gate.choices.reject(feedback) : undefined),
    })
    const said: string[] = []
    run.on('gate_resolved', (event) => said.push(event.feedback ?? ''))
    expect((await run.start()).status).toBe('aborted')
    const next = await plan([other], { host, rejected: { text: run.plan.source, feedback: said[0]! } })
    for (const text of ['### Task 2: The counter (impl)', 'Call it word counter.'])
      expect(next.requests[0]?.prompt).toContain(text)
    const { plan: changed } = (next as unknown as { created: { plan: GeneratedPlanOf } }).created
    const again = await createRun({ ...options, plan: changed, planApproved: true })
    expect((await again.start()).status).toBe('completed')
  })

  it('needs a text and feedback', async () => {
    for (const rejected of [
      { text: ' ', feedback },
      { text: good, feedback: '' },
    ])
      expect(await plan([good], { rejected })).toMatchObject({
        error: { code: 'OPTION_INVALID' },
        requests: [],
      })
  })
})

type GeneratedPlanOf = Awaited<ReturnType<typeof generatePlan>>['plan']

describe('a plan with errors', () => {
  it.each([
    ['a dependency that there is not', lost, 'DEPENDENCY_UNKNOWN'],
    ['an implementation without a test', untested, 'TDD_VIOLATION'],
    ['prose', 'First I would write a test.', 'NO_PHASES'],
    ['nothing', ' ', 'PLAN_EMPTY'],
  ])('(%s) is sent back in the same session, with what is wrong', async (_, bad, code) => {
    const outcome = await plan([bad, good])
    expect(outcome).toMatchObject({ created: { tries: 2, text: good, usage: { inputTokens: 20 } } })
    expect(outcome.requests.map(({ resume }) => resume)).toEqual([undefined, 'session-0'])
    expect(outcome.requests[1]?.prompt).toContain(`, ${code}: `)
    expect(outcome.requests[1]?.prompt).not.toContain('## Parts')
  })

  // seed: intelligent-execution 96
  it('is sent back three times, and then throws an error with the last text and its issues', async () => {
    const outcome = await plan([untested, lost, untested, lost, good])
    expect(outcome.requests).toHaveLength(4)
    const { text, issues, tries, message } = failure(outcome)
    expect({ text, tries }).toEqual({ text: lost, tries: 4 })
    expect(issues[0]).toMatchObject({ severity: 'error', line: 14 })
    expect(message).toMatch(/^The agent's plan still has errors after 4 tries\. Line 14: /)
    expect(failure(await plan([lost], { maxRepairs: 0 })).tries).toBe(1)
  })

  it('is quoted in full to an agent that no longer knows it', async () => {
    const scripted = createScriptedDriver((_, __, number) => ({ text: number === 0 ? lost : good }))
    const nameless = {
      ...scripted,
      async runSession(...asked: Parameters<typeof scripted.runSession>): Promise<SessionResult> {
        const { text, usage } = await scripted.runSession(...asked)
        return { text, usage }
      },
    }
    const outcome = await plan([], { driver: nameless })
    expect(outcome).toMatchObject({ created: { tries: 2 } })
    expect(scripted.requests[1]?.resume).toBeUndefined()
    for (const part of ['## Goal', '## Earlier plan', '    ### Task 2: The counter (impl)', '## Parts'])
      expect(scripted.requests[1]?.prompt).toContain(part)
  })

  it('needs no tests first with `tdd: false`', async () => {
    expect(await plan([untested], { tdd: false })).toMatchObject({ created: { tries: 1 } })
    expect((await plan([untested], { tdd: false })).requests[0]?.prompt).not.toContain('## Tests first')
  })

  it('cannot turn off the test-first rule, nor contain a pattern that cannot be matched', async () => {
    const steps = (first: string, second: string): string => `goal: Count
tdd_approach: false
batches:
  - batch_number: 1
    steps:
      - { id: ${first}, description: d, action_type: code, file_path: ${first}.js, code_change: x${first === 'test' ? ', is_test_step: true, validates_step: impl' : ''} }
      - { id: ${second}, description: d, action_type: code, file_path: ${second}.js, code_change: x, depends_on: [${first}]${second === 'test' ? ', is_test_step: true, validates_step: impl' : ''} }
`
    const ordered = steps('test', 'impl')
    const format = 'execution-plan'
    expect(await plan([ordered], { format })).toMatchObject({ created: { tries: 1 } })
    const late = await plan([steps('impl', 'test'), ordered], { format })
    expect(late.requests[1]?.prompt).toContain(', TDD_VIOLATION: ')
    const pattern = `${ordered}      - { id: run, description: d, action_type: command, command: npm test, expected_output_pattern: "(?=x)" }\n`
    const odd = await plan([pattern, ordered], { format })
    expect(odd.requests[1]?.prompt).toContain('is not a valid RE2 pattern')
  })

  it('in a fence is reported with its own lines', async () => {
    const { text, issues } = failure(await plan([fenced(lost)], { maxRepairs: 0 }))
    expect(text).toBe(lost)
    expect(issues).toContainEqual(expect.objectContaining({ code: 'DEPENDENCY_UNKNOWN', line: 16 }))
  })
})

describe('its budget', () => {
  it('is the rest of the limits, and no session starts when they are used up', async () => {
    const outcome = await plan([lost], { limits: { tokens: 40, wallMs: 1_000 } })
    expect(outcome.requests.map(({ limits }) => limits)).toEqual([
      { tokens: 40, wallMs: 1_000 },
      { tokens: 25, wallMs: 1_000 },
      { tokens: 10, wallMs: 1_000 },
    ])
    expect(outcome).toMatchObject({ error: { code: 'DRIVER_FAILED', details: { class: 'budget_exceeded' } } })
  })
})

describe('an agent that crashes', () => {
  const crashing = async (crashes: number, more: Partial<GeneratePlanOptions> = {}) => {
    const driver = createScriptedDriver((_, { emit }, number) => {
      emit({ type: 'usage', usage: { inputTokens: 10, outputTokens: 5 } })
      if (number < crashes) throw new Error('Segmentation fault')
      return { text: good, usage: { inputTokens: 10, outputTokens: 5 } }
    })
    return { driver, ...(await plan([good], { driver, ...more })) }
  }

  it('is asked once more, and both sessions are counted', async () => {
    const outcome = await crashing(1)
    expect(outcome).toMatchObject({ created: { tries: 1, usage: { inputTokens: 20, outputTokens: 10 } } })
    expect(outcome.driver.requests).toHaveLength(2)
  })

  it('twice is an error', async () => {
    const outcome = await crashing(2)
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('Segmentation fault') } })
    expect(outcome.driver.requests).toHaveLength(2)
  })

  it('is not asked again when its limit is used up', async () => {
    const outcome = await crashing(1, { limits: { tokens: 15 } })
    expect(outcome).toMatchObject({ error: { details: { class: 'budget_exceeded' } } })
    expect(outcome.driver.requests).toHaveLength(1)
  })
})

describe('generating a plan fails', () => {
  it.each<[string, Partial<GeneratePlanOptions>, string]>([
    ['no goal', { goal: ' ' }, 'goal'],
    ['a format without a reader', { parsers: [phaseTable()] }, 'parsers'],
    ['no number', { maxRepairs: -1 }, 'maxRepairs'],
  ])('%s', async (_, more, option) => {
    const outcome = await plan([good], more)
    expect(outcome).toMatchObject({ error: { code: 'OPTION_INVALID', details: { option } } })
    expect(outcome.requests).toEqual([])
  })

  it('when it is stopped before anything is opened', async () => {
    const reason = new Error('enough')
    const host = memoryHost()
    const opened: unknown[] = []
    const git: typeof host.git = {
      ...host.git,
      openWorkspace(request) {
        opened.push(request)
        return host.git.openWorkspace(request)
      },
    }
    const outcome = await plan([good], { signal: AbortSignal.abort(reason), host: { ...host, git } })
    expect(outcome).toMatchObject({
      error: { code: 'CALL_ABORTED', details: { call: 'generatePlan' }, cause: reason },
    })
    expect(opened).toEqual([])
  })

  it('when it is stopped during a session, even if the agent ignores the signal', async () => {
    const reason = new Error('enough')
    const stop = new AbortController()
    const scripted = createScriptedDriver()
    const deaf = {
      ...scripted,
      async runSession(): Promise<SessionResult> {
        stop.abort(reason)
        return { text: good, usage: {} }
      },
    }
    expect(await plan([], { driver: deaf, signal: stop.signal })).toMatchObject({
      error: { code: 'CALL_ABORTED', details: { call: 'generatePlan' }, cause: reason },
    })
  })

  it('when an agent changes how the repository behaves', async () => {
    const host = memoryHost()
    let planted = 'before'
    const git = {
      ...host.git,
      fingerprint: async () => ({ planted: new Map([['file:hooks/x', planted]]), moved: new Map() }),
    }
    const driver = createScriptedDriver(() => {
      planted = 'after'
      return { text: good }
    })
    expect(await plan([], { driver, host: { ...host, git } })).toMatchObject({
      error: { code: 'DRIVER_FAILED', details: { class: 'permission' } },
    })
  })

  it('for a repository in which a run could not start', async () => {
    const host = memoryHost()
    const inspect = async () => ({ ...(await host.git.inspect()), identity: null })
    const outcome = await plan([good], { host: { ...host, git: { ...host.git, inspect } } })
    expect(outcome).toMatchObject({ error: { code: 'REPOSITORY_NOT_READY' } })
  })
})

it('contains no secrets', async () => {
  const outcome = await plan([good.replace('An empty', 'The key is hunter22. An empty')], {
    secrets: ['hunter22'],
  })
  expect(JSON.stringify(outcome)).toContain('Count words')
  expect(JSON.stringify({ created: 'created' in outcome && outcome.created })).not.toContain('hunter22')
})
