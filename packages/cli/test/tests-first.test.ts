import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const withPlan = (name: string, text: string): string => {
  const folder = makeRepository()
  writeFileSync(join(folder, name), text)
  return folder
}
const list = (depends: string): string =>
  `# Users\n\n1a. "Write the tests" -> type: test -> depends: []\n1b. "Users" -> type: impl -> depends: [${depends}]\n2a. "Use them" -> type: other -> depends: [1b]\n`
const words = `# Queue

## Phase 1: Queue

- [ ] T001 Implement the queue in src/queue.js
- [ ] T002 Write unit tests for the queue in test/queue.test.js
`
/** Text without the breaks of a terminal's lines. */
const flat = (text: string): string => text.replace(/\s+/g, ' ')
const rule = 'auto; every implementation needs a test before it'
const required = '1: its new tests must fail, the others pass; 2: pays for 1'
const turnOff = '(to turn it off: amelia run --tdd off)'

describe.concurrent('tests first', () => {
  // seed: phased-execution 9
  it('is stated by check, the dry run and the run, with the way to turn it off', async () => {
    const cwd = withPlan('plan.md', list('1a'))
    const check = await cli(['check', 'plan.md'], { cwd })
    expect(check.code).toBe(0)
    expect(flat(check.stdout)).toContain(`${rule}; with a test command, ${required} ${turnOff}`)
    const run = ['run', 'plan.md', '--driver', 'command', '--agent', 'true', '--trust', 'autonomous']
    const dry = await cli([...run, '--dry-run'], { cwd })
    expect(flat(dry.stdout)).toContain(
      `${rule}; without a test command nothing more; with one, ${required} ${turnOff}`,
    )
    const tested = await cli([...run, '--dry-run', '--test', 'npm test'], { cwd })
    expect(flat(tested.stdout)).toContain(`${rule}; ${required} ${turnOff}`)
    const only = await cli([...run, '--dry-run', '--tdd', 'static', '--test', 'npm test'], { cwd })
    expect(flat(only.stdout)).toContain('TDD: static: every implementation needs a test before it Commands')
    const off = await cli([...run, '--dry-run', '--tdd', 'off'], { cwd })
    expect(off.stdout).toContain('TDD: off')
    expect((await cli(run, { cwd })).stderr).toMatch(/note: TDD auto; every implementation/)
  })

  // seed: phased-execution 38
  it('refuses a declared implementation without a test, with its line, unless it is off', async () => {
    const cwd = withPlan('plan.md', list(''))
    const check = await cli(['check', 'plan.md'], { cwd })
    expect(check.code).toBe(2)
    expect(check.stderr).toMatch(/plan\.md:4:1: error: Subtask 1b .line 4. is an implementation/)
    const run = ['run', 'plan.md', '--driver', 'command', '--agent', 'true', '--dry-run']
    expect(await cli(run, { cwd })).toMatchObject({ code: 2, stdout: '' })
    expect(await cli([...run, '--tdd', 'off'], { cwd })).toMatchObject({ code: 0 })
  })

  it('warns about an implementation that only its words show', async () => {
    const cwd = withPlan('tasks.md', words)
    const check = await cli(['check', 'tasks.md'], { cwd })
    expect(check.code).toBe(0)
    expect(check.stderr).toMatch(/tasks\.md:5:\d+: warning: Subtask T001 .line 5. reads like/)
    const run = ['run', 'tasks.md', '--driver', 'command', '--agent', 'true', '--dry-run']
    expect(await cli([...run, '--tdd', 'static'], { cwd })).toMatchObject({ code: 2 })
    expect(await cli(run, { cwd })).toMatchObject({ code: 0 })
  })

  // seed: intelligent-execution 27
  it('check names the position of a pattern that cannot be compiled', async () => {
    const text = `goal: Look\nbatches:\n  - batch_number: 1\n    steps:\n      - id: a\n        action_type: command\n        command: ls\n        expected_output_pattern: "(passed"\n`
    const cwd = withPlan('plan.yaml', text)
    const check = await cli(['check', 'plan.yaml', '--json'], { cwd })
    expect(check.code).toBe(2)
    expect(JSON.parse(check.stdout)).toMatchObject({
      ok: false,
      issues: [{ severity: 'error', code: 'STEP_INVALID', line: 8, column: 35 }],
    })
  })
})
