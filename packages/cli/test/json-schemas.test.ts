import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { findSchemaErrors } from './fixtures/find-schema-errors.ts'
import { inProcess } from './fixtures/in-process.ts'
import { createProgram } from '../src/lib/program/program.ts'
import type { WorkersOutput } from '../src/lib/stored/json/workers-output.ts'

describe('an output matches its published schema', () => {
  const folder = join(import.meta.dirname, '../schemas')
  const checked = new Set(['detached'])
  /**
   * The commands whose output was compared. These print the events of a run, as `amelia run` does, or of a
   * worker, which have no schema.
   */
  const covered = new Set(['resume', 'fork', 'feedback'])
  let plan: string
  let at: string[]
  let events: { type: string; runId: string }[]
  beforeAll(async () => {
    const repo = makeRepository()
    at = ['--repo', repo]
    const rows = [
      { id: '1', run: 'echo made > made.txt' },
      { id: '2', after: '1', run: 'false' },
      { id: '3', after: '2' },
    ]
    plan = writePlan(repo, rows)
    const how = ['--trust', 'autonomous', '--yes', '--max-attempts', '1', '--test', 'true']
    const { stdout } = await inProcess(['run', plan, ...at, ...how, '--json'])
    events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as (typeof events)[number])
  })
  afterAll(removeFolders)

  const expectOutput = async (schema: string, args: string[]): Promise<void> => {
    const { stdout } = await inProcess(args)
    expect(findSchemaErrors(schema, JSON.parse(stdout)), stdout).toEqual([])
    checked.add(schema)
    covered.add(args[0]!)
  }

  it('of the plan', async () => {
    await expectOutput('check', ['check', plan, '--json'])
    await expectOutput('graph', ['graph', plan, '--format', 'json'])
    await expectOutput('convert', ['convert', plan, '--to', 'task-heading', '--json'])
    await expectOutput('dry-run', ['run', plan, ...at, '--dry-run', '--json'])
    await expectOutput('settings', ['run', '--print-config', '--json', ...at])
    await expectOutput('doctor', ['doctor', '--json', ...at])
  })

  it('of a run with a phase that is done, one that failed and one that waits', async () => {
    const last = events.at(-1)!
    expect(last).toMatchObject({ type: 'run_ended', report: { phases: [{ status: 'completed' }, {}, {}] } })
    for (const event of events) expect(findSchemaErrors('event', event), event.type).toEqual([])
    checked.add('event')
    await expectOutput('runs', ['runs', '--json', ...at])
    await expectOutput('stats', ['stats', '--json', ...at])
    await expectOutput('status', ['status', '--json', ...at])
    await expectOutput('report', ['report', last.runId, '--format', 'json', ...at])
    await expectOutput('prove', [
      'prove',
      (last as unknown as { report: { target: string } }).report.target,
      '--signatures',
      '--json',
      ...at,
    ])
    for (const phase of ['1', '2', '3'])
      await expectOutput('show-phase', ['show', last.runId, phase, '--json', ...at])
  })

  it('of workers, as their type is: the command needs PostgreSQL', () => {
    const output: WorkersOutput = [
      {
        ...{ id: 'a1', machine: 'build-1', process: 7, version: 'journal-7', sessions: 4, queues: ['gpu'] },
        ...{ startedAt: 1_764_000_000_000, silentMs: 120, draining: false },
        working: [{ runId: 'r1', phaseId: 'a', attempt: 1, dispatch: 2 }],
      },
    ]
    expect(findSchemaErrors('workers', output)).toEqual([])
    expect(findSchemaErrors('workers', [{ ...output[0], draining: 'no' }])).not.toEqual([])
    checked.add('workers')
    covered.add('cluster')
  })

  it('for each command that prints JSON', () => {
    const terminal = { out() {}, error() {}, columns: 80 } as never
    const commands = createProgram(terminal, [], () => {}).commands.filter(({ options }) =>
      options.some(({ long, argChoices }) => long === '--json' || argChoices?.includes('json')),
    )
    expect(commands.map((command) => command.name()).sort()).toEqual([...covered].sort())
  })

  it('for each schema', () => {
    const names = readdirSync(folder).map((file) => file.replace('.v1.schema.json', ''))
    expect([...checked].sort()).toEqual(names.sort())
  })

  it('unless it lacks a property, or has another one', () => {
    expect(findSchemaErrors('doctor', { version: 1, ok: true })).toMatchObject([{ keyword: 'required' }])
    const other = { version: 1, ok: true, checks: [], more: 1 }
    expect(findSchemaErrors('doctor', other)).toMatchObject([{ keyword: 'additionalProperties' }])
  })
})
