import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, git, makeFolder, makeRepository } from '../fixtures/cli.ts'
import { write } from '../../../../test/fixtures/repository.ts'

/** Files by path; null deletes one. */
export type Files = Record<string, string | null>

/** A session of the scripted agent. */
export interface AgentSession {
  role: 'developer' | 'reviewer' | 'validator'
  scope?: 'phase' | 'run'
  phase?: string
  ids?: string[]
  prompt: string
}

/** A plan, and an agent that does its parts. */
export interface PlanRun {
  /** The name of the plan's file. */
  name: string
  text: string
  /**
   * By id of a phase or a subtask: the files that the agent writes; several lists are for one session each.
   */
  work: Record<string, Files | Files[]>
  /** By id of a phase: fields of the agent's report. */
  reports?: Record<string, { summary?: string; notDone?: string[] }>
  /** More flags of `amelia run`. */
  flags?: string[]
  /** Default: `node --test`. */
  test?: string
  /** Files of the repository before the run. */
  files?: Record<string, string>
  /** Programs on the path. */
  programs?: Record<string, string>
}

/** The result of a run by the command line, with no option but the agent and the test command. */
export interface RunOutcome {
  code: number | null
  /** The log, the notes and the summary. */
  text: string
  /** The output of the dry run. */
  dry: string
  sessions: AgentSession[]
  /** Subjects of the commits, oldest first, without those of the plan and the report. */
  commits: string[]
  /** The full messages of all commits, oldest first. */
  messages: string[]
  repo: string
  /** The target branch. */
  branch: string
}

const agent = join(import.meta.dirname, 'plan-agent.mjs')
const follower = join(import.meta.dirname, 'following-agent.mjs')

/** Runs a plan as a user would, in a new repository, after its dry run. */
export const runPlan = async (given: PlanRun, { dryRun = true } = {}): Promise<RunOutcome> => {
  const { name, work, reports, flags = [], test = 'node --test' } = given
  const { repo, aside, amelia } = prepare(given)
  const [script, log] = [join(aside, 'script.json'), join(aside, 'log.jsonl')]
  writeFileSync(script, JSON.stringify({ work, log, reports }))
  writeFileSync(log, '')
  const args = [
    'run',
    name,
    '--driver',
    'command',
    '--agent',
    `node ${agent} ${script}`,
    '--test',
    test,
    ...flags,
  ]
  const dry = dryRun ? await amelia(...args, ...unattended, '--dry-run') : undefined
  const { code, stdout, stderr } = await amelia(...args, ...unattended)
  const branches = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia').split('\n')
  const logOf = (format: string, end: string): string[] =>
    branches
      .filter((branch) => branch !== '')
      .flatMap((branch) => git(repo, 'log', '--reverse', `--format=${format}`, `main..${branch}`).split(end))
  return {
    code,
    text: `${stdout}\n${stderr}`,
    dry: dry === undefined ? '' : `${dry.stdout}\n${dry.stderr}`,
    sessions: readLog<AgentSession>(log),
    commits: logOf('%s', '\n').filter((subject) => !/^(?:Plan|Report): /.test(subject) && subject !== ''),
    messages: logOf('%B%x00', '\0')
      .map((message) => message.trim())
      .filter((message) => message !== ''),
    repo,
    branch: branches.at(-1) ?? '',
  }
}

/**
 * Runs any plan with an agent that follows it. Tools that the plan runs are those of the repository: each
 * runs its tests. `returned`: how often the agent was told that its tests do not fail as they should.
 */
export const followPlan = async ({ name, text }: Pick<PlanRun, 'name' | 'text'>) => {
  const run = `#!/bin/sh\nexec "${process.execPath}" --test\n`
  const tools = [
    'uv',
    'bun',
    'pytest',
    'go',
    'npm',
    'pnpm',
    'npx',
    'cargo',
    'python',
    'poetry',
    'ruff',
    'mypy',
  ]
  const { aside, amelia } = prepare({
    name,
    text,
    programs: Object.fromEntries(tools.map((tool) => [tool, run])),
  })
  const log = join(aside, 'log.jsonl')
  writeFileSync(log, '')
  const args = ['--driver', 'command', '--agent', `node ${follower} ${log}`, '--test', 'node --test']
  const { code, stdout, stderr } = await amelia('run', name, ...args, ...unattended)
  const returned = readLog<{ returned: boolean }>(log).filter((session) => session.returned).length
  return { code, text: `${stdout}\n${stderr}`, returned }
}

const unattended = ['--trust', 'autonomous', '--yes']

const prepare = ({ name, text, files, programs = {} }: Omit<PlanRun, 'work'>) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(aside, Object.fromEntries(Object.entries(programs).map(([path, code]) => [`bin/${path}`, code])))
  for (const path of Object.keys(programs)) chmodSync(join(aside, 'bin', path), 0o755)
  const env = { PATH: `${join(aside, 'bin')}:${process.env['PATH'] ?? ''}` }
  const manifest = '{"type":"module","scripts":{"test":"node --test"}}\n'
  write(repo, { 'package.json': manifest, ...files, [name]: text })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  return { repo, aside, amelia: (...args: string[]) => cli(args, { cwd: repo, env }) }
}

const readLog = <Line>(path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** A test of `value()` of a module in `src`. */
export const testOf = (module: string, value = module): string =>
  `import { test } from 'node:test'\nimport { equal } from 'node:assert'\nimport { value } from '../src/${module}.js'\ntest('${module}', () => equal(value(), '${value}'))\n`

/** A module in `src` with that value. */
export const codeOf = (value: string): string => `export const value = () => '${value}'\n`
