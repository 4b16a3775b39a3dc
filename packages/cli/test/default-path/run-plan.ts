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
  repo: string
  /** Runs another command in the repository. */
  amelia(...args: string[]): ReturnType<typeof cli>
}

const agent = join(import.meta.dirname, 'plan-agent.mjs')

/** Runs a plan as a user would, in a new repository, after its dry run. */
export const runPlan = async (given: PlanRun, { dryRun = true } = {}): Promise<RunOutcome> => {
  const { name, text, work, test = 'node --test', files, programs = {} } = given
  const repo = makeRepository()
  const aside = makeFolder()
  const [script, log] = [join(aside, 'script.json'), join(aside, 'log.jsonl')]
  writeFileSync(script, JSON.stringify({ work, log }))
  writeFileSync(log, '')
  write(aside, Object.fromEntries(Object.entries(programs).map(([path, code]) => [`bin/${path}`, code])))
  for (const path of Object.keys(programs)) chmodSync(join(aside, 'bin', path), 0o755)
  const env = { PATH: `${join(aside, 'bin')}:${process.env['PATH'] ?? ''}` }
  write(repo, {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
    ...files,
    [name]: text,
  })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const amelia = (...args: string[]) => cli(args, { cwd: repo, env })
  const args = ['run', name, '--driver', 'command', '--agent', `node ${agent} ${script}`, '--test', test]
  const unattended = ['--trust', 'autonomous', '--yes']
  const dry = dryRun ? await amelia(...args, ...unattended, '--dry-run') : undefined
  const { code, stdout, stderr } = await amelia(...args, ...unattended)
  const branches = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    .split('\n')
    .filter(Boolean)
  const subjects = branches.flatMap((branch) =>
    git(repo, 'log', '--reverse', '--format=%s', `main..${branch}`).split('\n'),
  )
  return {
    code,
    text: `${stdout}\n${stderr}`,
    dry: dry === undefined ? '' : `${dry.stdout}\n${dry.stderr}`,
    sessions: readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as AgentSession),
    commits: subjects.filter((subject) => !/^(?:Plan|Report): /.test(subject) && subject !== ''),
    repo,
    amelia,
  }
}

/** A test of `value()` of a module in `src`. */
export const testOf = (module: string, value = module): string =>
  `import { test } from 'node:test'\nimport { equal } from 'node:assert'\nimport { value } from '../src/${module}.js'\ntest('${module}', () => equal(value(), '${value}'))\n`

/** A module in `src` with that value. */
export const codeOf = (value: string): string => `export const value = () => '${value}'\n`
