import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startChatServer, writeHello } from '../fixtures/chat-server.ts'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

interface Line {
  type: string
  phaseId?: string
  unit?: { kind: string }
  adapted?: boolean
  failure?: { message: string }
  gate?: { id: string; kind: string; question: string }
}

const written = (name: string, text: string): string => {
  const path = join(makeFolder(), name)
  writeFileSync(path, text)
  return path
}

/** Runs a plan in a new repository. Returns its events and exit code. */
const run = async (plan: string, ...flags: string[]) => {
  const at = ['--repo', makeRepository(), '--yes', '--json']
  const { code, stdout, stderr } = await cli(['run', plan, ...at, ...flags])
  const lines = stdout.split('\n').filter((line) => line !== '')
  const events = lines.map((line) => JSON.parse(line) as Line)
  const of = (type: string): Line[] => events.filter((event) => event.type === type)
  const asked = of('gate_opened').map(({ gate }) => gate!.id)
  return { code, stderr, of, asked }
}

/** An execution plan with a batch of one step for each risk. */
const batches = (...risks: string[]): string =>
  written(
    'plan.json',
    JSON.stringify({
      goal: 'Make files',
      batches: risks.map((risk, index) => ({
        batch_number: index + 1,
        risk_summary: risk,
        description: `Batch ${index + 1}`,
        steps: [
          {
            id: `s${index + 1}`,
            description: 'Make a folder.',
            action_type: 'command',
            command: `git init --bare -q f${index + 1}`,
            risk_level: risk,
          },
        ],
      })),
    }),
  )

const failing = (): string => writePlan(makeFolder(), [{ id: '1', run: 'test -e hello.txt' }])

describe.concurrent('the rules of a run on the command line', { timeout: 120_000 }, () => {
  // seed: intelligent-execution 87, intelligent-execution 90
  it('--no-batch-checkpoints asks at high risk only', async () => {
    const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo 1 > one' }])
    const asks = await run(plan, '--trust', 'standard', '--batch-checkpoints')
    expect([asks.code, asks.asked]).toEqual([3, ['checkpoint:batch-1:1.1']])
    const quiet = await run(plan, '--trust', 'standard', '--no-batch-checkpoints')
    expect([quiet.code, quiet.asked]).toEqual([0, []])
    const high = await run(batches('high'), '--trust', 'standard', '--no-batch-checkpoints')
    expect([high.code, high.asked]).toEqual([3, ['blocker:1:1:s1']])
  })

  // seed: intelligent-execution 91
  it('--auto-approve-low-risk does not ask at batches of low risk', async () => {
    const plan = batches('low', 'medium')
    const asks = await run(plan, '--trust', 'standard')
    expect([asks.code, asks.asked]).toEqual([3, ['checkpoint:batch-1:1.1']])
    const some = await run(plan, '--trust', 'standard', '--auto-approve-low-risk')
    expect([some.code, some.asked]).toEqual([3, ['checkpoint:batch-2:2.1']])
  })

  it('--grouping chains makes phases of the paths of a subtask list', async () => {
    const lines = ['1a', '1b', '2a', '2b'].map((id) => {
      const [type, on] = id.startsWith('1') ? ['test', ''] : ['impl', id.replace('2', '1')]
      return `${id}. "Make ${id}" -> type: ${type} -> depends: [${on}]`
    })
    const steps = ['1a', '1b', '2a', '2b'].flatMap((id) => [
      '',
      `## ${id}: Make ${id}`,
      '',
      '```sh',
      `echo > ${id}`,
      '```',
    ])
    const plan = written('list.md', ['**Goal:** Group.', '', ...lines, ...steps, ''].join('\n'))
    const phases = async (...flags: string[]) => {
      const { code, of } = await run(plan, '--trust', 'autonomous', '--tdd', 'off', ...flags)
      expect(code).toBe(0)
      return of('phase_completed').map(({ phaseId }) => phaseId)
    }
    expect(await phases()).toEqual(['1', '2'])
    expect(await phases('--grouping', 'layers')).toEqual(['1', '2'])
    expect((await phases('--grouping', 'chains')).sort()).toEqual(['1a', '1b'])
  })

  it('--units divides the work of a phase', async () => {
    const plan = written(
      'plan.md',
      '# Plan\n\n### Task 1: Two parts\n\n```sh\necho 1 > one\n```\n\n```sh\necho 2 > two\n```\n',
    )
    const units = async (...flags: string[]) => {
      const { code, of } = await run(plan, '--trust', 'autonomous', ...flags)
      expect(code).toBe(0)
      return of('unit_completed').map(({ unit }) => unit!.kind)
    }
    expect(await units()).toEqual(['phase'])
    expect(await units('--units', 'subtask')).toEqual(['subtask'])
    expect(await units('--units', 'step')).toEqual(['step', 'step'])
  })

  // seed: intelligent-execution 83, intelligent-execution 85
  it('--adapt lets the agent fix a failed step, with any preset', async () => {
    const { url } = await startChatServer((request) =>
      request.results === 0 ? writeHello(request) : { text: 'Wrote hello.txt.' },
    )
    const agent = [
      '--driver',
      'api',
      '--base-url',
      url,
      '--model',
      'm',
      '--trust',
      'autonomous',
      '--no-review',
    ]
    const fixed = await run(failing(), '--adapt', '--max-attempts', '1', ...agent)
    expect(fixed.code).toBe(0)
    expect(fixed.of('step_completed')).toMatchObject([{ adapted: true }])
    const failed = await run(
      failing(),
      '--preset',
      'intelligent',
      '--no-adapt',
      '--no-pre-validate',
      ...agent,
    )
    expect(failed.code).toBe(3)
    expect(failed.of('step_failed')).toHaveLength(1)
    const alone = await run(failing(), '--adapt', '--trust', 'autonomous')
    expect(alone).toMatchObject({
      code: 2,
      stderr: 'error: --adapt needs an agent that fixes steps.\nAdd --driver NAME, or leave out --adapt.\n',
    })
  })

  // seed: intelligent-execution 77, intelligent-execution 85
  it('--pre-validate looks for the program of a step before it runs, with any preset', async () => {
    const missing = (): string => {
      const steps = [{ id: 's', action_type: 'command', command: 'no-such-program', risk_level: 'low' }]
      const batch = { batch_number: 1, risk_summary: 'low', description: 'One', steps }
      return written('plan.json', JSON.stringify({ goal: 'Fail', batches: [batch] }))
    }
    const messages = async (...flags: string[]) => {
      const { of } = await run(missing(), '--trust', 'autonomous', ...flags)
      return of('step_failed').map(({ failure }) => failure!.message)
    }
    const found = [expect.stringMatching(/^No command of step s .*was found: no-such-program\.$/)]
    expect(await messages('--preset', 'phased', '--pre-validate')).toEqual(found)
    expect(await messages('--preset', 'phased')).not.toEqual(found)
    expect(await messages()).toEqual(found)
    expect(await messages('--no-pre-validate')).not.toEqual(found)
  })

  it.each([
    [['--grouping', 'rows'], '--grouping cannot be "rows". Allowed choices are layers, chains.'],
    [['--units', 'line'], '--units cannot be "line". Allowed choices are phase, subtask, step.'],
  ])('rejects %s in one line with the values', async (flags, message) => {
    const { code, stderr } = await run(failing(), '--trust', 'autonomous', ...flags)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: ${message}\nUsage: amelia run --help\n`,
    })
  })

  it('rejects --grouping for a plan that is not a subtask list', async () => {
    const { code, stderr } = await run(failing(), '--trust', 'autonomous', '--grouping', 'chains')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^error: --grouping is for subtask lists, and .*plan\.md is in the format phase-table\.\n/,
    )
  })
})
