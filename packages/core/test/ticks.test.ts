import { describe, expect, it } from 'vitest'
import { createRun, openRun, type PlanDraft, type RunOptions } from '../src/index.ts'
import { memoryHost, type MemoryHost } from '../src/testing.ts'
import { Crash, crashAfter } from './crash-after.ts'

const text = '# Plan\n\n- [ ] 1 a\n- [ ] 2 b\n- [ ] 3 c\n'
const files = { 'plan.md': text, 'a.txt': 'a\n' }
const mark = (line: number) => ({ work: line, line, column: 3, old: '[ ]', new: '[x]' })
const phase = (id: number, more: object = {}) => ({
  ...{ id: String(id), title: `Phase ${id}`, line: id + 2 },
  subtasks: [{ id: `${id}.1`, title: 'x', line: id + 2, steps: [stepOf(id)] }],
  ...more,
})
const stepOf = (id: number, code = `${id}\n`) => ({
  ...{ id: `${id}.1.1`, action: 'code' as const, filePath: `${id}.txt`, codeChange: code, line: id + 2 },
})
const plan: PlanDraft = {
  ...{ title: 'Plan', source: text, paths: ['plan.md'], marks: [mark(3), mark(4), mark(5)] },
  phases: [phase(1), phase(2), phase(3, { status: 'deferred' })],
}
const ticked = '# Plan\n\n- [x] 1 a\n- [x] 2 b\n- [ ] 3 c\n'

type Options = Omit<RunOptions, 'plan' | 'host'>

const start = (host: MemoryHost, options: Options, own: PlanDraft = plan) =>
  createRun({ plan: own, host, trust: 'autonomous', planApproved: true, ...options })

const execute = async (options: Options, own: PlanDraft = plan, world: object = {}) => {
  const host = memoryHost({ files, ...world })
  const run = await start(host, options, own)
  const report = await run.start()
  return { report, host, text: host.git.filesOf(report.head).get('plan.md') }
}

const modes: [string, Options][] = [
  ['phase', {}],
  ['phase, without artifacts', { artifacts: 'none' }],
  ['single', { publish: 'single' }],
  ['message-only', { publish: 'message-only', artifacts: 'none' }],
]

describe('the last commit of a run', () => {
  it.each(modes)('ticks the plan: %s', async (_mode, options) => {
    const { report, text: after } = await execute(options)
    expect(report).toMatchObject({ status: 'partial', ticks: [{ path: 'plan.md', ticked: 2 }] })
    expect(after).toBe(ticked)
  })

  it('leaves it with `tick: false`, without marks, and if the base has another text', async () => {
    expect(await execute({ tick: false })).toMatchObject({ text })
    const { marks: _marks, ...unmarked } = plan
    expect(await execute({}, unmarked)).toMatchObject({ text })
    const edited = await execute({}, { ...plan, source: `${text}\nMore.\n` })
    expect(edited).toMatchObject({ text, report: { ticks: [{ ticked: 0, reason: expect.any(String) }] } })
    const { report } = await execute({}, { ...plan, paths: ['other.md'] })
    expect(report.ticks).toBeUndefined()
  })

  it('ticks the lines that a phase left as they were', async () => {
    const changed = text.replace('- [ ] 1 a', '- [ ] 1 other')
    const writes = { ...stepOf(1), filePath: 'plan.md', codeChange: changed, replace: true }
    const subtasks = [{ id: '1.1', title: 'x', line: 3, files: ['plan.md'], steps: [writes] }]
    const own = { ...plan, phases: [phase(1, { subtasks, files: ['plan.md'] }), phase(2)] }
    const { report, text: after } = await execute({}, own)
    expect(report.ticks).toEqual([
      { path: 'plan.md', ticked: 1, reason: expect.stringContaining('One line') },
    ])
    expect(after).toBe(changed.replace('- [ ] 2', '- [x] 2'))
  })

  it('ticks completed phases of a run that fails', async () => {
    const fails = { id: '2.1.1', action: 'command' as const, command: 'false', line: 4 }
    const subtasks = [{ id: '2.1', title: 'x', line: 4, steps: [fails] }]
    const own = { ...plan, phases: [phase(1), phase(2, { dependsOn: ['1'], subtasks })] }
    const failing = { commands: () => 1 }
    const { report, text: after } = await execute({ artifacts: 'none' }, own, failing)
    expect(report.status).toBe('failed')
    expect(after).toBe('# Plan\n\n- [x] 1 a\n- [ ] 2 b\n- [ ] 3 c\n')
  })

  it.each(modes)('is neither lost nor repeated when the process dies: %s', async (_mode, options) => {
    const whole = memoryHost({ files })
    const first = await start(whole, options)
    const { head } = await first.start()
    const total = (await whole.store.load(first.id)).length
    const commits = await whole.git.findCommits({ from: head, trailer: 'Amelia-Run', value: first.id })
    for (let records = 2; records < total; records++)
      for (const when of ['before', 'after'] as const) {
        const host = crashAfter(records, when, { files })
        const run = await start(host, options)
        await expect(run.start()).rejects.toBeInstanceOf(Crash)
        host.revive()
        const report = await (await openRun({ host, runId: run.id })).start()
        expect(host.git.filesOf(report.head).get('plan.md'), `${when} record ${records}`).toBe(ticked)
        const found = await host.git.findCommits({ from: report.head, trailer: 'Amelia-Run', value: run.id })
        expect(found).toHaveLength(commits.length)
        expect(report.ticks).toEqual([{ path: 'plan.md', ticked: 2 }])
      }
  })
})
