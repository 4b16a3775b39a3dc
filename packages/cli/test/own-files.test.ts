import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { isShort } from '../../../test/fixtures/is-short.ts'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli } from './fixtures/cli.ts'

afterAll(removeFolders)

const agent = join(import.meta.dirname, 'default-path/hostile-agent.mjs')

/** A plan as agents write it: boxes to tick, and tasks that are too long for a prompt. */
const planOf = (titles: readonly string[]): string =>
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

interface Session {
  isReview: boolean
  prompt: string
  found: Record<string, string | null>
}

const prepare = (plan: string, more: Record<string, string> = {}) => {
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

type Outcome = ReturnType<ReturnType<typeof prepare>['readOutcome']>

/** Checks that a run asked nothing, and that no attack is in a prompt, a file of a session or a commit. */
const expectUntouched = (repo: string, plan: string, { code, text, branch, sessions }: Outcome): void => {
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
  for (const commit of git(repo, 'rev-list', '--all', '--not', 'begin').split('\n')) {
    const changes = git(repo, 'show', '--format=', '-m', commit, '--', 'docs', 'Docs', 'plan.md')
    expect(changes).not.toMatch(/^\+HOSTILE/m)
    for (const entry of git(repo, 'ls-tree', '-r', commit, '--', 'docs').split('\n'))
      expect(entry).toMatch(/^100644 blob /)
  }
  expect(git(repo, 'show', `${branch}:plan.md`)).toBe(plan.trim())
  for (const folder of git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/').split('\n')) {
    const names = git(repo, 'ls-tree', '-r', '--name-only', branch, '--', `${folder}/`).split('\n')
    for (const name of names)
      expect(name.slice(folder.length + 1)).toMatch(
        /^(?:plan\.md|report\.md|execution-state\.json|phase-\d+(?:\.feedback)?\/summary\.md)$/,
      )
  }
}

const all = [
  ['edit', 'delete', 'rename', 'renameIn', 'link', 'inside', 'dangling'],
  ['folders', 'runFolder', 'rootFolder', 'docsFile', 'ignored', 'added', 'cases'],
  ['nested', 'repository', 'pipe', 'mode', 'lines', 'hidden', 'plan'],
]

/** The most different attacks, or all of them, with the flags of their runs. */
const attacks: [titles: string[], args: string[]][] = [
  ...(isShort ? [['edit', 'link', 'runFolder', 'plan']] : all).map((titles): [string[], string[]] => [
    titles,
    [],
  ]),
  ...(isLong ? all : isShort ? [] : [['edit', 'delete', 'rename', 'link']]).map(
    (titles): [string[], string[]] => [titles, ['--in-place']],
  ),
]

describe("an agent that attacks the run's folder", { timeout: 300_000 }, () => {
  it.for(attacks)('by %j reaches no commit and no later session (%j)', async ([titles, args]) => {
    const plan = planOf([...titles, 'nothing'])
    const { repo, amelia } = prepare(plan)
    const outcome = await amelia('run', 'plan.md', '--test', 'true', ...args)
    const { text, branch, sessions } = outcome
    expectUntouched(repo, plan, outcome)
    expect(sessions.filter(({ isReview }) => !isReview)).toHaveLength(titles.length + 1)
    const [folder] = git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/').split('\n')
    expect(git(repo, 'show', `${branch}:${folder}/plan.md`)).toBe(plan.trim())
    if (titles[0] !== 'edit') return
    const summary = git(repo, 'show', `${branch}:${folder}/phase-1/summary.md`)
    expect(summary).toContain('Proposed a change of the plan')
    expect(text).toMatch(/ 1 +proposes to change the plan, which stays as it is: docs/)
    expect(git(repo, 'show', `${branch}:${folder}/report.md`)).toContain('proposes to change the plan')
  })
})

/** The most different attacks. */
const followUps = isLong ? all : [isShort ? ['edit', 'inside'] : ['edit', 'renameIn', 'inside', 'runFolder']]

describe('an agent that attacks the folders of a run and of its follow-up', { timeout: 300_000 }, () => {
  it.for(followUps)('by %s, %s, %s, ... reaches no commit and no later session', async (titles) => {
    const plan = planOf(titles.map((title) => `nothing ${title}`))
    const { repo, aside, amelia } = prepare(plan)
    const { branch } = await amelia('run', 'plan.md', '--no-review')
    const first = git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/')
    const listFirst = () => git(repo, 'ls-tree', '-r', branch, '--', `${first}/`)
    const before = listFirst()
    const comments = titles.map((_, at) => ({
      ...{ id: at, body: 'Rename it.', path: `src/${at + 1}.js`, line: 1 },
      ...{ user: { login: 'grace' }, author_association: 'MEMBER' },
    }))
    writeFileSync(join(aside, 'comments.json'), JSON.stringify(comments))
    const { stdout } = await cli(['runs', '--json'], { cwd: repo })
    const [{ runId }] = JSON.parse(stdout) as [{ runId: string }]
    const outcome = await amelia('feedback', runId, '--comments', join(aside, 'comments.json'))
    expectUntouched(repo, plan, outcome)
    expect(listFirst()).toBe(before)
    expect(outcome.sessions.filter(({ isReview }) => !isReview)).toHaveLength(2 * titles.length)
  })
})

describe('an agent that writes rules for other agents', { timeout: 300_000 }, () => {
  it('changes those of later phases and of reviews only if its phase declares the file', async () => {
    const { repo, amelia } = prepare(planOf(['rules', 'nothing', 'rules declared', 'nothing']), {
      'AGENTS.md': 'Use tabs.\n',
    })
    const { code, sessions } = await amelia('run', 'plan.md', '--test', 'true')
    expect(code).toBe(0)
    const readRules = (prompt: string) =>
      [...prompt.matchAll(/^- Project rules.*: (.*)\.$/gm)].map(([, names]) =>
        names!.replace(/`git show (\S+)`/, (_, name: string) => git(repo, 'show', name)),
      )
    const rulesOf = (review: boolean, phase: number) =>
      readRules(sessions.filter(({ isReview }) => isReview === review)[phase - 1]!.prompt)
    for (const review of [false, true])
      expect([1, 2, 3].map((phase) => rulesOf(review, phase))).toEqual([
        [review ? 'Use tabs.' : '`AGENTS.md`'],
        ['Use tabs.'],
        ['Use tabs.'],
      ])
    expect(rulesOf(false, 4)).toEqual(['`AGENTS.md`, `CLAUDE.md`'])
  })
})

describe('an agent that ticks the boxes of the plan', { timeout: 300_000 }, () => {
  it.for([[], ['--in-place']])('completes, and the plan stays as it is: %j', async (args) => {
    const plan = planOf(['tick', 'tick'])
    const { repo, amelia } = prepare(plan)
    const { code, text } = await amelia('run', 'plan.md', '--test', 'true', ...args)
    expect(text).toContain('Completed: 2 of 2')
    expect(code).toBe(0)
    expect(text).not.toMatch(/asks:|proposes|restored/)
    const branch =
      args.length > 0 ? 'main' : git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    expect(git(repo, 'show', `${branch}:plan.md`)).toBe(plan.trim())
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })
})

/** Attacks before a crash, with the flags of their runs. */
const crashes = [
  ['edit', []],
  ['edit', ['--in-place']],
  ['link', []],
  ['runFolder', []],
  ['renameIn', ['--in-place']],
  ['plan', []],
] as const

describe("an agent that attacks the run's folder before the engine is killed", { timeout: 300_000 }, () => {
  it.for(isShort ? crashes.slice(0, 2) : crashes)(
    'by %s (%j): resume restores it',
    async ([attack, args]) => {
      const plan = planOf([`crash ${attack}`, 'nothing'])
      const { repo, aside, flags, readOutcome } = prepare(plan)
      const { child, outcome } = startCli(['run', 'plan.md', '--test', 'true', ...args, ...flags], {
        cwd: repo,
      })
      const crashed = join(aside, 'crashed')
      while (!existsSync(crashed)) await setTimeout(50)
      child.kill('SIGKILL')
      process.kill(Number(readFileSync(crashed, 'utf8')), 'SIGKILL')
      await outcome
      const resumed = await cli(['resume'], { cwd: repo })
      expectUntouched(repo, plan, readOutcome(resumed))
    },
  )
})

/** Bodies of pre-commit hooks, the flags of their runs, and whether they change other files too. */
const hooks: [name: string, script: string, args: string[], isMore: boolean][] = [
  ['own files', 'for f in plan.md docs/amelia/*/*.md; do echo HOSTILE >> "$f"; done', [], false],
  [
    'own files, staged and in place',
    'for d in docs/amelia/*/; do mkdir "$d/phase-9"; echo HOSTILE > "$d/phase-9/x.md"; done; git add -A',
    ['--in-place'],
    false,
  ],
  [
    'own and other files',
    'for d in docs/amelia/*/; do rm -r "$d"; ln -s ../../src "${d%/}"; done; echo HOSTILE > plan.md; echo > more.txt',
    [],
    true,
  ],
]

describe("a pre-commit hook that changes the run's own files", { timeout: 300_000 }, () => {
  it.for(isShort ? hooks.slice(2) : hooks)('%s: they are restored', async ([, script, args, isMore]) => {
    const plan = planOf(['nothing', 'nothing'])
    const { repo, amelia } = prepare(plan)
    const hook = join(repo, '.git/hooks/pre-commit')
    writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const { code, text, sessions } = await amelia('run', 'plan.md', '--test', 'true', '--no-review', ...args)
    expect(text).toContain('Completed: 2 of 2')
    expect(code).toBe(0)
    expect(sessions).toHaveLength(2)
    const branch =
      args.length > 0 ? 'main' : git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    // No agent proposed it.
    expect(text).not.toMatch(/proposes|restored/)
    expect(git(repo, 'log', '-m', '-p', '--format=', `begin..${branch}`)).not.toContain('HOSTILE')
    expect(git(repo, 'show', `${branch}:plan.md`)).toBe(plan.trim())
    expect(git(repo, 'ls-tree', '-r', branch)).not.toMatch(/phase-9|^120000/m)
    expect(git(repo, 'ls-tree', '--name-only', branch).includes('more.txt')).toBe(isMore)
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })
})

describe('an agent that proposes a change of the plan', { timeout: 300_000 }, () => {
  it.for(isShort ? [[]] : [[], ['--in-place']])(
    'is followed only by the command that status prints: %j',
    async (args) => {
      const plan = planOf(['propose', 'impossible'])
      const { repo, amelia } = prepare(plan)
      const { code, text } = await amelia('run', 'plan.md', '--test', 'true', '--no-review', ...args)
      expect(code).toBe(3)
      expect(git(repo, 'show', 'HEAD:plan.md')).toBe(plan.trim())
      const runId = /run +started (\S+):/.exec(text)![1]!
      const status = await cli(['status', runId], { cwd: repo })
      const commands = [text, status.stdout].map(
        (output) => /^ {2}amelia (.* --replan .*)$/gm.exec(output)?.[1],
      )
      expect(commands[1]).toBe(commands[0])
      const command = commands[0]!.split(' ')
      const shown = await cli(command, { cwd: repo })
      expect(shown.code).toBe(3)
      expect(shown.stderr).toContain('2  nothing: starts over (title)')
      const again = /To apply the changes: amelia (.*)/.exec(shown.stderr)![1]!.split(' ')
      expect(again).toEqual([...command, '--yes'])
      const applied = await cli(again, { cwd: repo })
      expect(applied.stdout).toContain('Completed: 2 of 2')
      expect(applied.code).toBe(0)
      const branch = /branch (\S+)/.exec(applied.stdout)![1]!
      expect(git(repo, 'show', `${branch}:plan.md`)).toBe(plan.trim())
      const [folder] = git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/').split('\n')
      expect(git(repo, 'show', `${branch}:${folder}/plan.md`)).toContain('Task 2: nothing')
      const ended = await cli(['status', runId], { cwd: repo })
      expect(ended.stdout).not.toContain('--replan')
    },
  )
})
