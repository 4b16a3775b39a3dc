import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { load } from 'js-yaml'
import { git, makeFolder, removeFolders, writePlan } from '../fixtures/cli.ts'
import { createFakeGitHub, makeClone } from './fake-gh.ts'

afterAll(removeFolders)

interface Job {
  permissions: Record<string, string>
  env?: Record<string, string>
  steps: { uses?: string; run?: string }[]
}

const file = resolve(import.meta.dirname, '../../../../examples/github-actions/amelia.yml')
const { jobs } = load(readFileSync(file, 'utf8')) as { jobs: Record<'check' | 'run', Job> }

/** A folder with `amelia` and `npx`, which start this checkout's command line. */
const makePrograms = (): string => {
  const folder = makeFolder()
  const start = `exec '${process.execPath}' '${join(inject('programs'), 'cli.mjs')}' "$@"\n`
  const npx = `#!/bin/sh\n[ "$1 $2" = "--yes @amelia/cli" ] || exit 9\nshift 2\n${start}`
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 })
  writeFileSync(join(folder, 'amelia'), `#!/bin/sh\n${start}`, { mode: 0o755 })
  return folder
}

/** Runs the lines of a job as GitHub does, but for those that install packages. */
const runJob = async ({ steps }: Job, cwd: string, env: Record<string, string>) => {
  const scripts = steps.flatMap(({ run = '' }) => (run === '' || run.includes('npm install') ? [] : [run]))
  expect(scripts).toHaveLength(1)
  const variables = {
    ...process.env,
    ...env,
    PATH: `${makePrograms()}${delimiter}${env['PATH'] ?? process.env['PATH']}`,
  }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((settle) => {
    execFile('bash', ['-e', '-c', scripts[0]!], { cwd, env: variables }, (error, stdout, stderr) =>
      settle({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

it('the job `check` annotates the plans of a pull request, and fails for one that cannot be run', async () => {
  const { repository } = makeClone()
  mkdirSync(join(repository, 'plans'))
  writePlan(join(repository, 'plans'), [{ id: '1', after: '7' }], 'a.md')
  writePlan(join(repository, 'plans'), [{ id: '1' }], 'b.md')
  mkdirSync(join(repository, 'plans/c'))
  writePlan(join(repository, 'plans/c'), [{ id: '1' }], 'part.md')
  const summary = join(makeFolder(), 'summary.md')
  const env = { GITHUB_WORKSPACE: repository, GITHUB_STEP_SUMMARY: summary }
  expect(await runJob(jobs.check, repository, env)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^::error file=plans\/a\.md,line=7,/),
  })
  expect(readFileSync(summary, 'utf8')).toMatch(
    /a\.md cannot be run[^]*b\.md can be run[^]*plans\/c\/part\.md can be run/,
  )
  expect(jobs.check.permissions).toEqual({ contents: 'read' })
})

it('the job `run` runs a plan on demand, and opens a pull request', async () => {
  const { repository, remote } = makeClone()
  mkdirSync(join(repository, 'plans'))
  writePlan(join(repository, 'plans'), [{ id: '1', run: 'echo one > one.txt' }])
  const github = createFakeGitHub()
  const { env } = jobs.run
  // Inputs and secrets come from GitHub.
  const known = Object.entries(env ?? {}).filter(([, value]) => !value.includes('${{'))
  const { code, stdout } = await runJob(jobs.run, repository, {
    ...Object.fromEntries(known),
    ...{ PLAN: 'plans/plan.md', DRIVER: 'steps', SETUP: 'true', TEST: 'true', ...github.env },
  })
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('https://github.com/acme/app/pull/1')
  const [pull] = github.read().pulls
  expect(pull?.args).toEqual(expect.arrayContaining(['--base', 'main']))
  expect(git(remote, 'log', '-1', '--format=%an', `refs/heads/${pull?.headRefName}`)).toBe('amelia')
})

it.each([
  ['claude', ' @anthropic-ai/claude-agent-sdk@0.3'],
  ['codex', ' @openai/codex-sdk@0.163'],
  ['steps', ''],
])('the job `run` installs the SDK of %s where the command line finds it', (driver, sdk) => {
  // The command line searches from its own folder upwards, not in the project.
  const scripts = jobs.run.steps.flatMap(({ run = '' }) => (run === '' ? [] : [run]))
  const [install = '', start = ''] = scripts
  const shown = execFileSync('bash', ['-e', '-c', install.replace('npm install', 'echo install')], {
    env: { ...process.env, DRIVER: driver },
    encoding: 'utf8',
  })
  expect(shown).toBe(`install --global @amelia/cli${sdk}\n`)
  expect(start).toMatch(/^amelia run /)
})

it('no line of the workflow contains an expression, which a shell would parse', () => {
  for (const { steps } of Object.values(jobs))
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
})
