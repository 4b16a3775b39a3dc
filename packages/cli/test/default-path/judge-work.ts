import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, git, makeFolder, makeRepository } from '../fixtures/cli.ts'

interface Session {
  role: 'developer' | 'reviewer' | 'evaluator'
  prompt: string
  commands: string[]
  outputs: string[]
}

const agent = join(import.meta.dirname, 'verdict-agent.mjs')

/** The answer of a reviewer or an evaluator, as agents write it. */
export const fence = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``

/** A repository with a plan in prose, and an agent with these answers as a reviewer and as an evaluator. */
export const prepare = (answers: { reviewer?: string[]; evaluator?: string[] }) => {
  const [repository, aside] = [makeRepository(), makeFolder()]
  const [script, log] = [join(aside, 'script.json'), join(aside, 'log.jsonl')]
  writeFileSync(script, JSON.stringify({ ...answers, log }))
  writeFileSync(log, '')
  writeFileSync(join(repository, 'plan.md'), '# Slugs\n\n## Phase 1: Slugs\n\nWrite slugs.\n')
  git(repository, 'add', '.')
  git(repository, 'commit', '-qm', 'Plan')
  const amelia = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(args, { cwd: repository })
    return { code, text: `${stdout}\n${stderr}` }
  }
  const driver = ['--driver', 'command', '--agent', `node ${agent} ${script}`]
  const sessions = (): Session[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Session)
  const runId = (): string =>
    git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia/*/head').split('/')[2]!
  return {
    ...{ repository, aside, amelia, driver, sessions, runId },
    roles: () => sessions().map(({ role }) => role),
    run: (...more: string[]) =>
      amelia('run', 'plan.md', ...driver, '--trust', 'autonomous', '--yes', ...more),
  }
}
