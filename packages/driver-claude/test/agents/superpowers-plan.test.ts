import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { textOf } from './fake-anthropic.ts'
import { agentHostEnvironment, agentsEnvironment, openRealClaude, testKey } from './real-claude.ts'
import type { RealClaude } from './real-claude.ts'
import { doubt, superpowersModel, superpowersPlan, tasks } from './superpowers-plan.ts'

let claude: RealClaude
let repo: string
let git: (...args: string[]) => string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  git = createRepository(repo)
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

const main = resolve(import.meta.dirname, '../../../cli/src/index.ts')
const loaders = [
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
  pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
]

/** Runs the command line from source, with an importable SDK. */
const amelia = async (...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  const program = `
    const { main } = await import(${JSON.stringify(pathToFileURL(main).href)})
    process.exitCode = await main(${JSON.stringify(words)})
  `
  const args = [
    '--conditions=amelia-source',
    ...loaders.map((loader) => `--import=${loader}`),
    '--input-type=module',
    '--eval',
    program,
  ]
  const env = {
    ...agentHostEnvironment(dirname(claude.dir), claude.proxy),
    ...agentsEnvironment(),
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: claude.api.url,
    CLAUDE_CONFIG_DIR: claude.home,
  }
  return promisify(execFile)(process.execPath, args, { cwd: repo, env }).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }: { code: unknown; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

/** Number of requests by kind of session, identified by the start of their prompts. */
const asked = (): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const request of claude.api.requests) {
    const [kind = 'other'] = /You review phase \d|You are working on phase \d/.exec(textOf(request)) ?? []
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

const absence = 'red by absence (1 file that does not load), then green'
const assertion = 'red by assertion (1 test), then green'

it('runs a plan of superpowers test-first, with a failing check and a review that asks for a change', {
  timeout: 600_000,
}, async () => {
  claude.api.play(superpowersModel)
  const path = join(dirname(claude.dir), 'plan.md')
  writeFileSync(path, superpowersPlan)
  const model = 'claude-sonnet-4-5'
  const { code, stdout, stderr } = await amelia(
    ...['run', path, '--tdd', 'full', '--test', 'node --test', '--trust', 'autonomous', '--yes'],
    ...[
      '--driver',
      'claude',
      '--model',
      model,
      '--evaluator',
      'none',
      '--reviewer-driver',
      'claude',
      '--reviewer-model',
      model,
    ],
  )
  expect({ code, stderr }, stdout).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^note: TDD full.*\nnote: Budget: none: .*\n$/),
  })
  expect(stdout).not.toContain(testKey)

  // The failing check and the round of review, as they happen.
  const events = [...stdout.matchAll(/^\d\d:\d\d {2}(\d) {7}(.*)$/gm)].map(([, id, text]) => `${id} ${text}`)
  const rounds = events.filter((line) => /test failed|failed: |attempt 2|requested changes|round/.test(line))
  expect(rounds).toEqual([
    '2 verified: test failed',
    expect.stringMatching(/^2 attempt 1 of \d failed: The check "test" failed: AssertionError .*2 == 3$/),
    '2 started, attempt 2: Count the words',
    '3 review requested changes: reviewer-claude: rejects. One fault.',
    '3 round 2 of at most 5: changes requested',
  ])
  expect(events.filter((line) => line.includes('review approved'))).toHaveLength(5)

  // The printed report, which ends with the cost.
  const printed = stdout.slice(stdout.indexOf('\nCompleted: '))
  expect(printed).toContain('Completed: 5 of 5 phases done')
  expect(printed.match(/^✓ \d {2}.*attempt 2$/gm)?.map((line) => line[2])).toEqual(['2'])
  const costs = [...printed.matchAll(/^ *(Run|Phase \d|attempt \d) .*$/gm)].map(([line]) =>
    line.trim().split(/ {2,}/),
  )
  const cost = (label: string, sessions: string, input: string, output: string, usd: string) => [
    ...[label, sessions, expect.any(String), input, '0', output, usd],
  ]
  expect(costs).toEqual([
    cost('Run', '13', '4.6k', '920', '$0.03'),
    cost('Phase 1', '2', '700', '140', '$0.0042'),
    cost('Phase 2', '3', '1.1k', '220', '$0.0066'),
    cost('attempt 1', '1', '400', '80', '$0.0024'),
    cost('attempt 2', '2', '700', '140', '$0.0042'),
    cost('Phase 3', '4', '1.4k', '280', '$0.0084'),
    cost('Phase 4', '2', '700', '140', '$0.0042'),
    cost('Phase 5', '2', '700', '140', '$0.0042'),
  ])

  // The committed report, with red and green of each task, and the reasons for the attempt and the round.
  const branch = git('for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
  const files = git('ls-tree', '-r', '--name-only', branch).split('\n')
  const show = (end: string): string =>
    git('show', `${branch}:${files.find((file) => file.endsWith(end)) ?? end}`)
  const page = show('/report.md')
  const done = [...page.matchAll(/^\| (\d) [^|]+ \| ([^|]+) \| [^|]+ \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)]
  const checked = 'test, acceptance 1 passed, acceptance 2 passed (fails without the implementation)'
  expect(done.map((cells) => cells.slice(1))).toEqual(
    tasks.map(({ title, extends: isMore }, index) => [
      ...[String(index + 1), `${title}: done.`, `${checked}; ${isMore ? assertion : absence}`, 'approved'],
    ]),
  )
  const ends = [...page.matchAll(/^\| (\d) \| (\w+) \| (\d) \| [^|]+ \|$/gm)]
  expect(ends.map((cells) => cells.slice(2))).toEqual(
    tasks.map((_, index) => ['completed', index === 1 ? '2' : '1']),
  )
  expect(page).toContain('Final verification: test passed.')
  expect(page).toContain(`\n- ${doubt.id}: concern: ${doubt.concern}\n`)
  expect(show('/phase-2/review-feedback.md')).toContain('2 == 3')
  expect(show('/phase-3/review-feedback.md')).toContain('The slug keeps capital letters.')

  // The work of the attempts that were accepted, and nothing else.
  expect(files.filter((file) => /^(src|test)\//.test(file))).toEqual([
    ...['src/count.js', 'src/longest.js', 'src/slug.js', 'src/words.js'],
    ...['test/count.test.js', 'test/longest.test.js', 'test/slug.test.js', 'test/words.test.js'],
  ])
  expect(show('src/count.js')).not.toContain('Set')
  expect(show('src/slug.js')).toContain('toLowerCase')
  const subjects = git('log', '--reverse', '--format=%s', '--grep=^Amelia-Phase: ', `main..${branch}`)
  expect(subjects.split('\n')).toEqual(tasks.map(({ title }) => `feat: ${title.toLowerCase()}`))
  expect(git('status', '--porcelain')).toBe('')

  // Amelia executes the plan: no agent follows its demand for a skill. Its reviewer gets the concern.
  const prompts = (kind: string): string[] =>
    claude.api.requests.map(textOf).filter((text) => text.includes(kind))
  for (const prompt of prompts('You are working on phase'))
    expect(prompt).toContain('Its header, lines 4-9, is binding. Ignore line 3: Amelia executes it.')
  for (const prompt of prompts('You review phase'))
    expect(prompt.includes(doubt.concern)).toBe(prompt.includes(`You review phase ${doubt.id}`))

  // Only scripted requests: five per developer, two per reviewer, the failed attempt and the round.
  expect(asked()).toEqual({
    'You are working on phase 1': 5,
    'You are working on phase 2': 4 + 5,
    'You are working on phase 3': 5 + 5,
    'You are working on phase 4': 5,
    'You are working on phase 5': 5,
    'You review phase 1': 2,
    'You review phase 2': 2,
    'You review phase 3': 2 + 2,
    'You review phase 4': 2,
    'You review phase 5': 2,
  })
})
