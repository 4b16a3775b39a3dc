import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { write } from '../../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository } from '../fixtures/cli.ts'

const agent = join(import.meta.dirname, 'hostile-agent.mjs')

/** A plan as agents write it: boxes to tick, and tasks that are too long for a prompt. */
export const planOf = (titles: readonly string[]): string =>
  [
    '# Modules',
    '',
    '> **For agentic workers:** tick the boxes as you go.',
    '',
    '**Goal:** Many modules.',
    '',
    ...titles.flatMap((title, at) => [
      `### Task ${at + 1}: ${title}`,
      '',
      `**Files:** Create: \`src/${at + 1}.js\`${title.includes('declared') ? ', Modify: `AGENTS.md`' : ''}`,
      '',
      ...Array.from(
        { length: 30 },
        (_, step) =>
          `- [ ] **Step ${step + 1}: Detail ${at + 1}.${step + 1} of the module, which needs care**`,
      ),
      '',
    ]),
  ].join('\n')

/** The plan once a run has completed all of it. */
export const tickedOf = (plan: string): string => plan.replaceAll('- [ ]', '- [x]').trim()

export interface Session {
  isReview: boolean
  prompt: string
  found: Record<string, string | null>
}

export const prepare = (plan: string, more: Record<string, string> = {}) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(repo, {
    'package.json': '{"type":"module"}\n',
    'docs/guide.md': 'Read me.\n',
    'plan.md': plan,
    ...more,
  })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  git(repo, 'tag', 'begin')
  const log = join(aside, 'log.jsonl')
  writeFileSync(log, '')
  writeFileSync(join(aside, 'repository'), repo)
  const flags = ['--driver', 'command', '--agent', `node ${agent} ${log} ${aside}`, '--trust', 'autonomous']
  const readOutcome = ({ code, stdout, stderr }: Awaited<ReturnType<typeof cli>>) => {
    const sessions = readFileSync(log, 'utf8').split('\n').slice(0, -1)
    return {
      code,
      text: `${stdout}\n${stderr}`,
      branch: git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia').split('\n')[0] || 'main',
      sessions: sessions.map((line) => JSON.parse(line) as Session),
    }
  }
  const amelia = async (...args: string[]) =>
    readOutcome(await cli([...args, ...flags, '--yes'], { cwd: repo }))
  return { repo, aside, flags: [...flags, '--yes'], amelia, readOutcome }
}

export type Outcome = ReturnType<ReturnType<typeof prepare>['readOutcome']>

/** Checks that a run asked nothing, and that no attack is in a prompt, a file of a session or a commit. */
export const expectUntouched = (
  repo: string,
  plan: string,
  { code, text, branch, sessions }: Outcome,
): void => {
  expect(text).toContain('Completed: ')
  expect(code).toBe(0)
  expect(text).not.toContain('asks:')
  for (const { prompt, found } of sessions) {
    expect(prompt).not.toContain('HOSTILE')
    for (const [path, content] of Object.entries(found)) expect(content ?? '', path).not.toContain('HOSTILE')
    for (const [, from, to, path] of prompt.matchAll(/read lines (\d+)-(\d+) of `([^`]+)`/g)) {
      const lines = found[path!]!.split('\n').slice(Number(from) - 1, Number(to))
      expect(lines[0]).toContain(`src/${/working on phase (\S+)/.exec(prompt)?.[1]}.js`)
    }
  }
  // A statement has no files of the repository.
  for (const commit of git(
    repo,
    'rev-list',
    '--exclude=refs/amelia/*/proof',
    '--all',
    '--not',
    'begin',
  ).split('\n')) {
    const changes = git(repo, 'show', '--format=', '-m', commit, '--', 'docs', 'Docs', 'plan.md')
    expect(changes).not.toMatch(/^\+HOSTILE/m)
    for (const entry of git(repo, 'ls-tree', '-r', commit, '--', 'docs').split('\n'))
      expect(entry).toMatch(/^100644 blob /)
  }
  // Amelia itself ticks what was completed, and nothing else.
  expect(git(repo, 'show', `${branch}:plan.md`)).toBe(tickedOf(plan))
  for (const folder of git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/').split('\n')) {
    const names = git(repo, 'ls-tree', '-r', '--name-only', branch, '--', `${folder}/`).split('\n')
    for (const name of names)
      expect(name.slice(folder.length + 1)).toMatch(
        /^(?:plan\.md|report\.md|execution-state\.json|phase-\d+(?:\.feedback)?\/summary\.md)$/,
      )
  }
}

/** Each attack, by its name. */
export const all = [
  ['edit', 'delete', 'rename', 'renameIn', 'link', 'inside', 'dangling'],
  ['folders', 'runFolder', 'rootFolder', 'docsFile', 'ignored', 'added', 'cases'],
  ['nested', 'repository', 'pipe', 'mode', 'lines', 'hidden', 'plan'],
]
