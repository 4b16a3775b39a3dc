import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { write } from '../../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository } from '../fixtures/cli.ts'

interface Session {
  role: 'developer' | 'reviewer'
  phase?: string
  prompt: string
  files: Record<string, string | undefined>
}

const agent = join(import.meta.dirname, 'round-agent.mjs')

/** A plan with so many tasks, each of which writes a file. */
export const tasks = (count: number): string =>
  [
    '# Files Implementation Plan',
    '**Goal:** Write files.',
    ...Array.from({ length: count }, (_, index) => `### Task ${index + 1}: File ${index + 1}\n\nWrite it.`),
  ].join('\n\n')

/** Runs a plan by the command line with an agent and nothing else. */
export const tell = async (
  story: string,
  plan: string,
  more: { files?: Record<string, string>; trust?: string } = {},
) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(repo, { 'plan.md': plan, ...more.files })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const log = join(aside, 'log.jsonl')
  writeFileSync(log, '')
  const driver = ['--driver', 'command', '--agent', `node ${agent} ${story} ${log}`]
  const amelia = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(args, { cwd: repo })
    const sessions = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Session)
    return {
      ...{ code, text: `${stdout}\n${stderr}` },
      developers: sessions.filter(({ role }) => role === 'developer'),
      reviewers: sessions.filter(({ role }) => role === 'reviewer'),
    }
  }
  const options = ['--trust', more.trust ?? 'autonomous', '--yes', '--target', 'out']
  return { repo, amelia, driver, ...(await amelia('run', 'plan.md', ...driver, ...options)) }
}
