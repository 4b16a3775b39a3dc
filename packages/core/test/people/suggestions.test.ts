import { describe, expect, it } from 'vitest'
import { renderReport } from '../../src/view.ts'
import type { StepDraft } from '../../src/plugin.ts'
import type { CommandScript } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions } from '../run-plan.ts'
import { batch, code, command } from '../seeds/seed-plans.ts'

/** Runs a step that opens a gate, and returns its suggestions. */
const suggest = async (
  step: StepDraft,
  files: Record<string, string>,
  commands: CommandScript,
  more: Partial<RunPlanOptions> = {},
) => {
  const { report } = await runPlan({
    plan: { phases: [batch('1', [], step)] },
    preset: 'intelligent',
    world: { files, commands },
    ...more,
  })
  expect(report.gates).toHaveLength(1)
  return { report, suggestions: report.gates[0]!.suggestions }
}

const absent =
  (name: string): CommandScript =>
  ({ argv }) =>
    argv[0] === name ? undefined : 0
const fails =
  (output: string, exitCode = 1): CommandScript =>
  () => ({ exitCode, output })

describe('a command that is not found', () => {
  const declared = (manager: string) => `{ ${manager} "devDependencies": { "vitest": "1.0.0" } }`
  // seed: intelligent-execution 50
  it.each([
    ['the lockfile', { 'package.json': declared(''), 'pnpm-lock.yaml': '' }, 'pnpm install'],
    ['packageManager', { 'package.json': declared('"packageManager": "yarn@4.1.0",') }, 'yarn install'],
    ['a manifest alone', { 'package.json': declared('') }, 'npm install'],
    ['bun.lock', { 'package.json': declared(''), 'bun.lock': '' }, 'bun install'],
    ['pyproject and uv', { 'pyproject.toml': 'dependencies = ["vitest"]', 'uv.lock': '' }, 'uv sync'],
  ])('is installed with the manager of %s if the project declares it', async (_, files, install) => {
    const { suggestions } = await suggest(command('s', 'vitest run'), files, absent('vitest'))
    expect(suggestions[0]).toBe(
      `install the project's dependencies: ${install}; --setup '${install}' does that in each workspace`,
    )
  })

  // seed: intelligent-execution 50
  it.each([
    [{ 'package.json': '{}', 'yarn.lock': '' }, 'nope', 'yarn add --dev nope'],
    [{ 'package.json': '{}' }, 'pnpm', 'npm install --global pnpm'],
    [{ 'requirements.txt': '' }, 'pytest', 'pip install pytest'],
    [{ 'Cargo.toml': '' }, 'nextest', 'cargo install nextest'],
  ])('is suggested as a package if %j does not declare it', async (files, program, add) => {
    const { suggestions } = await suggest(command('s', program), files, absent(program))
    expect(suggestions[0]).toBe(
      `install ${program}, or put its folder on the PATH. If a package of that name is the right one: ${add}`,
    )
  })

  it('is looked up from the folder of the step, with the lockfile above it', async () => {
    const files = { 'pnpm-lock.yaml': '', 'packages/api/package.json': declared('') }
    const step = command('s', 'vitest', { cwd: 'packages/api' })
    const { suggestions } = await suggest(step, files, absent('vitest'))
    expect(suggestions[0]).toContain('pnpm install')
  })

  it.each([
    ['exit 3', '', "exit is part of a shell, not a program; start one: sh -c 'exit 3'"],
    ['type node', '', "type is part of a shell, not a program; start one: sh -c 'type node'"],
    ['source x', '', "source is part of a shell, not a program; start one: bash -c 'source x'"],
    [
      'npm test',
      'sh: 1: source: not found',
      "source is part of a shell, not a program; start one: bash -c '...'",
    ],
  ])('and is part of a shell is not a package: %s', async (line, output, suggestion) => {
    const { report } = await runPlan({
      plan: { phases: [batch('1', [], code('s'))] },
      preset: 'intelligent',
      verify: { test: line.split(' ') },
      world: { files: { 'package.json': '{}' }, commands: fails(output, 127) },
    })
    expect(report.gates[0]!.suggestions[0]).toBe(suggestion)
  })

  it('is not a builtin of the shell that ran the command', async () => {
    const { suggestions } = await suggest(command('s', 'exit 127', { shell: true }), {}, fails('', 127))
    expect(suggestions.join('\n')).not.toContain('exit is part of')
  })

  it('in a shell of a script is found in the output', async () => {
    const files = { 'package.json': declared('') }
    const { suggestions } = await suggest(
      command('s', 'npm test'),
      files,
      fails('sh: 1: vitest: not found', 127),
    )
    expect(suggestions[0]).toContain('npm install')
  })
})

describe('a command that fails', () => {
  // seed: intelligent-execution 50
  it.each([
    [
      "Error: Cannot find package 'left-pad' from '/src/a.js'",
      { 'package.json': '{}' },
      'npm install --save-dev left-pad',
    ],
    [
      "ModuleNotFoundError: No module named 'flask'",
      { 'pyproject.toml': '', 'poetry.lock': '' },
      'poetry add flask',
    ],
    [
      'a.go:3:8: no required module provides package example.com/x; to add it:',
      { 'go.mod': '' },
      'go get example.com/x',
    ],
    ["error[E0463]: can't find crate for `serde`", { 'Cargo.toml': '' }, 'cargo add serde'],
  ])('for lack of a package names it: %s', async (output, files, add) => {
    const { suggestions } = await suggest(command('s', 'test'), files, fails(output))
    expect(suggestions[0]).toMatch(/^install the package .*, if it is the right one: /)
    expect(suggestions[0]).toContain(add)
  })

  // seed: intelligent-execution 50
  it('shows the assertion that failed', async () => {
    const output = [
      'ok 1',
      'not ok 2 - logs out',
      '  AssertionError: expected 200 to be 401',
      '    at test.js:4',
    ].join('\n')
    const { suggestions } = await suggest(command('s', 'test'), {}, fails(output))
    expect(suggestions[0]).toBe('check the assertion that failed: AssertionError: expected 200 to be 401')
  })

  it('shows the first error of another kind', async () => {
    const { suggestions } = await suggest(
      command('s', 'test'),
      {},
      fails('x\nTypeError: a is not a function'),
    )
    expect(suggestions[0]).toBe('check the first error: TypeError: a is not a function')
  })

  // seed: intelligent-execution 50
  it('for lack of a file names the nearest one', async () => {
    const files = { 'src/logout.ts': '' }
    const output = "Error: ENOENT: no such file or directory, open 'src/logut.ts'"
    const { suggestions } = await suggest(command('s', 'test'), files, fails(output))
    expect(suggestions[0]).toBe('src/logut.ts does not exist; the nearest file is src/logout.ts')
    const moved = 'cat: src/auth/logout.ts: No such file or directory'
    const other = await suggest(command('s', 'cat src/auth/logout.ts'), files, fails(moved))
    expect(other.suggestions[0]).toBe('src/auth/logout.ts does not exist; the nearest file is src/logout.ts')
  })

  it('contains no secret and no escape code, and is bounded', async () => {
    const output = `\u001b[31mError: token ghp_${'a'.repeat(36)} is wrong\u001b[0m ${'long '.repeat(200)}`
    const { report, suggestions } = await suggest(command('s', 'test'), {}, fails(output))
    expect(suggestions[0]).toMatch(/^check the first error: Error: token /)
    expect(JSON.stringify(report)).not.toContain('ghp_')
    expect(suggestions[0]).not.toContain('\u001b')
    expect(suggestions[0]!.length).toBeLessThan(320)
  })

  // seed: intelligent-execution 51
  it('has its suggestions labelled as such', async () => {
    const { report } = await suggest(command('s', 'nope'), {}, absent('nope'))
    expect(renderReport(report)).toContain('Suggestion: install nope, or put its folder on the PATH')
  })
})

describe('a check that fails', () => {
  it('for lack of a program, and a final verification, have suggestions too', async () => {
    const files = { 'package.json': '{ "devDependencies": { "vitest": "1" } }' }
    const more = { verify: { test: ['vitest'] } }
    const { suggestions } = await suggest(code('s'), files, absent('vitest'), more)
    expect(suggestions[0]).toContain('npm install')
  })
})

describe('a step that does not fit', () => {
  const diff = '--- a/src/logut.ts\n+++ b/src/logut.ts\n@@ -1 +1 @@\n-old\n+new\n'
  // seed: intelligent-execution 50
  it('names the nearest file if its own does not exist', async () => {
    const step = code('s', { filePath: 'src/logut.ts', codeChange: diff })
    const { suggestions } = await suggest(step, { 'src/logout.ts': 'old\n' }, () => 0)
    expect(suggestions[0]).toBe('src/logut.ts does not exist; the nearest file is src/logout.ts')
  })
})

describe('a step for a person', () => {
  // seed: intelligent-execution 50
  it.each([
    [
      { ...command('s', 'npm run migrate', { cwd: 'packages/api' }), action: 'manual' as const },
      ['packages/api', 'npm run migrate'],
    ],
    [command('s', 'make deploy', { risk: 'high' }), ['the root', 'make deploy']],
    [command('s', 'make deploy', { requiresHumanJudgment: true }), ['the root', 'make deploy']],
  ])('has its command to run by hand', async (step, [folder, text]) => {
    const { suggestions } = await suggest(step, { 'packages/api/x': '' }, () => 0)
    expect(suggestions[0]).toBe(
      `by hand, in ${folder} of a checkout; what it changes there is not part of the run: ${text}`,
    )
  })

  // seed: intelligent-execution 60
  it('of high risk is done if the person ran it by hand', async () => {
    const { report, host } = await runPlan({
      plan: { phases: [batch('1', [], command('s', 'make deploy', { risk: 'high' }), code('t'))] },
      preset: 'intelligent',
      world: { commands: () => 0 },
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.doneByHand?.() : gate.choices.approve()),
    })
    expect(report.status).toBe('completed')
    expect(host.commands.requests).toEqual([])
  })
})
