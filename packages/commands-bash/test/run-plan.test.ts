import { createRun, type GateView, type PlanDraft } from '@amelia/core'
import type { StepDraft } from '@amelia/core/plugin'
import { isomorphicHost } from '@amelia/git-isomorphic'
import { describe, expect, it } from 'vitest'
import { bashRunner } from '../src/index.ts'
import { createMemoryRepository } from './memory-workspace.ts'

const planOf = (steps: Partial<StepDraft>[]): PlanDraft => ({
  title: 'Commands',
  phases: [
    {
      id: 'a',
      title: 'Words',
      subtasks: [
        {
          id: 'a.1',
          title: 'Count',
          steps: steps.map((step, at) => ({ id: `a.1.${at}`, ...step })) as StepDraft[],
        },
      ],
    },
  ],
})

const runPlan = async (plan: PlanDraft, verify?: Record<string, string[]>) => {
  const { fs, dir } = await createMemoryRepository({ 'words.txt': 'one\ntwo\n' })
  const host = isomorphicHost({
    fs,
    dir,
    identity: { name: 'A Person', email: 'person@example.org' },
    commands: bashRunner(),
  })
  const run = await createRun({
    plan,
    host,
    trust: 'autonomous',
    planApproved: true,
    ...(verify === undefined ? {} : { verify }),
  })
  const gates: GateView[] = []
  run.on('gate_opened', ({ gate }) => gates.push(gate))
  const report = await run.start()
  const readText = async (path: string) =>
    new TextDecoder().decode((await host.git.readFile(report.target, path)) ?? new Uint8Array())
  return { report, gates, readText }
}

describe('a run whose commands run in a bash in memory', () => {
  it('commits their files, and verifies the commit', async () => {
    const plan = planOf([
      { action: 'command', command: 'sort -r words.txt -o sorted.txt' },
      { action: 'command', shell: true, command: 'wc -l < words.txt > count.txt' },
      { action: 'validation', command: 'cat count.txt', expectedOutputPattern: '^2$' },
    ])
    const { report, readText } = await runPlan(plan, { test: ['grep', '-q', 'two', 'sorted.txt'] })
    expect(report.status).toBe('completed')
    expect(await readText('sorted.txt')).toBe('two\none\n')
    expect(await readText('count.txt')).toBe('2\n')
  })

  it('fails if the verification fails', async () => {
    const plan = planOf([{ action: 'command', command: 'cp words.txt copy.txt' }])
    const { report } = await runPlan(plan, { test: ['grep', '-q', 'three', 'copy.txt'] })
    expect(report.status).not.toBe('completed')
  })

  it('asks a person if a program is missing', async () => {
    const { report, gates } = await runPlan(planOf([{ action: 'command', command: 'node build.js' }]))
    expect(report.status).toBe('waiting')
    expect(gates).toMatchObject([{ kind: 'blocker', blocker: 'environment', phaseIds: ['a'] }])
    expect([gates[0]?.question, ...(gates[0]?.details ?? [])].join('\n')).toContain('node: command not found')
  })
})
