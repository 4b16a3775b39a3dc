import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const step = (id: string, risk: string): string =>
  `      - id: ${id}\n        action_type: command\n        command: ls\n        risk_level: ${risk}\n`
const plan = `goal: Look around
batches:
  - batch_number: 1
    description: Look
    risk_summary: low
    steps:
${step('a', 'low')}${step('b', 'high')}${step('c', 'low')}`
const warning =
  /plan\.yaml:3:3: warning: Phase 1 is done in 3 parts.*1-part-1 \(step a, low risk\), 1-part-2 \(step b, high\s+risk\)/s

const withPlan = (folder: string): string => {
  writeFileSync(join(folder, 'plan.yaml'), plan)
  return folder
}

describe.concurrent('batches of an execution plan that are too large or too risky', () => {
  it('are checked and drawn as they will run, with a warning', async () => {
    const cwd = withPlan(makeFolder())
    const check = await cli(['check', 'plan.yaml'], { cwd })
    expect(check).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Look \(part 3 of 3\).*\n {6}c {2}/),
    })
    expect(check.stderr).toMatch(warning)
    const graph = await cli(['graph', 'plan.yaml', '--format', 'json'], { cwd })
    expect(graph.stderr).toMatch(warning)
    expect(JSON.parse(graph.stdout)).toMatchObject({
      edges: [
        { from: '1-part-1', to: '1-part-2' },
        { from: '1-part-2', to: '1-part-3' },
      ],
      criticalPath: ['1-part-1', '1-part-2', '1-part-3'],
    })
  })

  it('appear in a dry run', async () => {
    const cwd = withPlan(makeRepository())
    const { stdout, code } = await cli(['run', 'plan.yaml', '--driver', 'steps', '--dry-run'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('[1-part-2] Look (part 2 of 3)')
    expect(stdout).toMatch(/- line 3: warning: Phase 1 is done in 3 parts/)
    expect(stdout).toContain("intelligent (an execution plan's default)")
  })

  it('do not affect the preset of a plan that runs as one phase', async () => {
    const cwd = withPlan(makeRepository())
    const { stdout, code } = await cli(
      ['run', 'plan.yaml', '--driver', 'steps', '--one-session', '--dry-run'],
      { cwd },
    )
    expect(code).toBe(0)
    expect(stdout).toContain('phased (the default)')
    expect(stdout).not.toContain('intelligent')
    const check = await cli(['check', 'plan.yaml', '--json'], { cwd })
    expect(JSON.parse(check.stdout)).toMatchObject({
      preset: { preset: 'intelligent', reason: "an execution plan's default" },
    })
  })

  it('are converted unchanged', async () => {
    const cwd = withPlan(makeFolder())
    const { stdout, stderr } = await cli(['convert', 'plan.yaml', '--to', 'execution-plan'], { cwd })
    expect(stderr).toBe('')
    expect(stdout.match(/batch_number/g)).toHaveLength(1)
  })
})
