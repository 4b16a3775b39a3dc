import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { processesOf } from './processes-of.ts'
import { runAmelia } from './run-amelia.ts'
import { complaint, createTextScene, doubt, planText, tasks } from './text-tasks.ts'

const redThenGreen = 'red by absence (1 file that does not load), then green'

it('runs a plan of superpowers test-first, with a failed check, a rejection and the cost', {
  timeout: 600_000,
}, async () => {
  const scene = createTextScene()
  const { model, home } = await setCodexStage((request) => scene.answer(request))
  const environment = { XDG_STATE_HOME: home, OPENAI_BASE_URL: model.url }
  const repo = createRepository({ 'package.json': '{"type":"module"}\n', 'plan.md': planText })
  const flags = [
    '--driver',
    'codex',
    '--reviewer-driver',
    'codex',
    '--evaluator',
    'none',
    '--model',
    'gpt-5.1-codex',
  ]
  const { code, stdout, stderr } = await runAmelia(
    ['run', 'plan.md', '--tdd', 'full', '--test', 'node --test', '--trust', 'autonomous', '--yes', ...flags],
    repo,
    environment,
  )
  expect({ code, stderr }, stdout).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^note: TDD full.*\nnote: Budget: none: .*\n$/),
  })
  const [progress = '', end = ''] = stdout.split('\n\nCompleted: ')

  // The failed check, the rejection, and the attempt or round after each.
  expect(progress.match(/ 3 +attempt 1 of \d failed: .*/g)).toEqual([
    expect.stringContaining('The check "test" failed: AssertionError'),
  ])
  expect(progress).toMatch(/ 4 +review requested changes: /)
  expect(progress.match(/ 3 +started, attempt 2: /g)).toHaveLength(1)
  expect(progress.match(/ 4 +round 2 of at most 5: changes requested/g)).toHaveLength(1)
  expect(progress.match(/acceptance 2 passed \(fails without the implementation\)/g)).toHaveLength(6)

  // The end: the phases and the cost. An unknown number of dollars is not 0.
  expect(end).toMatch(/^5 of 5 phases done/)
  const done = end.match(/^✓ [1-5] .*/gm) ?? []
  expect(done.map((line) => line.includes(', attempt 2'))).toEqual([false, false, true, false, false])
  expect(model.requests).toHaveLength(38)
  expect(end).toMatch(/^ +sessions +time +input +cached +output +cost$/m)
  expect(end).toMatch(/^Run +13 .* 3\.8k +380 +760 +unknown$/m)
  expect(end).toMatch(/^ {2}Phase 4 +4 .* 1\.1k +110 +220 +unknown$/m)
  expect(stdout).not.toContain('$')

  // The model's side: the tests failed before they passed, and each new attempt knew why.
  for (const [id, sessions] of Object.entries(scene.developed)) {
    const [, red, , green = ''] = sessions[0]!.outputs
    expect(red).toMatch(/exited with code 1\n[^]*ERR_MODULE_NOT_FOUND/)
    expect(green).toMatch(id === '3' ? /^$/ : /exited with code 0\n/)
  }
  const [again, revised] = [scene.developed['3']?.[1], scene.developed['4']?.[1]]
  expect(again?.prompt).toContain('The check "test" failed.')
  expect(again?.outputs[0]).toContain('word.length < best.length')
  expect(revised?.prompt).toContain(complaint)
  expect(revised?.outputs[0]).toContain('Object.create(null)')
  for (const session of [again, revised]) expect(session?.outputs.at(-1)).toMatch(/exited with code 0\n/)
  // Amelia executes the plan: no agent follows its demand for a skill. A reviewer gets the concern.
  for (const [first] of Object.values(scene.developed))
    expect(first?.prompt).toContain('Ignore line 3: Amelia executes it.')
  for (const [id, prompts] of Object.entries(scene.reviewed))
    expect(prompts.every((prompt) => prompt.includes(doubt.concern))).toBe(id === doubt.id)
  const count = (of: Record<string, unknown[]>) => Object.values(of).map(({ length }) => length)
  expect(count(scene.developed)).toEqual([1, 1, 2, 2, 1])
  expect(count(scene.reviewed)).toEqual([1, 1, 1, 2, 1])

  // The branch: one commit per task that passes all tests, the evidence and the comment.
  const branch = git(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  const show = (name: string): string => git(repo, 'show', `${branch}:docs/${branch}/${name}`)
  const subjects = git(repo, 'log', '--reverse', '--format=%s', '--grep=^Amelia-Phase: ', `main..${branch}`)
  expect(subjects.split('\n')).toEqual(tasks.map(({ name }) => `feat: ${name}`))
  const rows = show('report.md').match(/^\| [1-5] [A-Z].*/gm) ?? []
  expect(rows).toHaveLength(5)
  for (const row of rows) expect(row).toContain(`; ${redThenGreen} | approved |`)
  expect(show('report.md')).toContain(`\n- ${doubt.id}: concern: ${doubt.concern}\n`)
  expect(show('phase-4/review-feedback.md')).toContain(complaint)
  expect(git(repo, 'show', `${branch}:src/counts.js`)).toContain('// A word may be called __proto__.')
  const look = join(folder('look'), 'x')
  git(repo, 'worktree', 'add', '-q', '--detach', look, branch)
  const { stdout: tests } = await promisify(execFile)('node', ['--test'], {
    cwd: look,
    env: { PATH: process.env['PATH'] },
  })
  expect(tests).toMatch(/pass 5/)

  expect(git(repo, 'log', '--format=%s', 'main')).toBe('Begin')
  expect(git(repo, 'status', '--porcelain')).toBe('')
  expect(processesOf(`CODEX_HOME=${home}`).size).toBe(0)
})
