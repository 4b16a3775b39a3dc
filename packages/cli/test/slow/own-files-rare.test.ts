import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { isLong } from '../../../../test/fixtures/is-long.ts'
import { all, expectUntouched, planOf, prepare, tickedOf } from '../default-path/attack-run.ts'
import { cli, git, removeFolders, startCli } from '../fixtures/cli.ts'

afterAll(removeFolders)

/** The most different attacks. */
const followUps = isLong ? all : [['edit', 'renameIn', 'inside', 'runFolder']]

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
    expect(git(repo, 'show', `${branch}:plan.md`)).toBe(tickedOf(plan))
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
  it.for(crashes)('by %s (%j): resume restores it', async ([attack, args]) => {
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
  })
})

/** Planted keys and files, each with the command that removes it. */
const undoing = [
  ['.git/config: core.fsmonitor', 'git config --unset-all core.fsmonitor'],
  ['.git/config: alias.st', 'git config --unset-all alias.st'],
  ['.git/hooks/pre-commit', 'rm "$(git rev-parse --git-common-dir)"/hooks/pre-commit'],
] as const

describe('an agent that plants programs before the engine is killed', { timeout: 300_000 }, () => {
  it.for([[], ['--in-place']])('resume asks before one of them runs: %j', async (args) => {
    const plan = planOf(['crash program', 'nothing'])
    const { repo, aside, flags, readOutcome } = prepare(plan)
    const { child, outcome } = startCli(['run', 'plan.md', '--no-review', ...args, ...flags], { cwd: repo })
    const [crashed, ran] = [join(aside, 'crashed'), join(aside, 'ran')]
    while (!existsSync(crashed)) await setTimeout(50)
    child.kill('SIGKILL')
    process.kill(Number(readFileSync(crashed, 'utf8')), 'SIGKILL')
    await outcome
    const asked = readOutcome(await cli(['resume'], { cwd: repo }))
    expect(existsSync(ran)).toBe(false)
    expect(asked.code).toBe(3)
    expect(asked.sessions).toHaveLength(1)
    for (const [name, undo] of undoing) {
      expect(asked.text).toContain(`${name} was created`)
      expect(asked.text).toContain(`To undo it: ${undo}`)
      execFileSync('sh', ['-c', undo], { cwd: repo })
    }
    const { stdout } = await cli(['runs', '--json'], { cwd: repo })
    const [{ runId }] = JSON.parse(stdout) as [{ runId: string }]
    const answered = await cli(['answer', runId, 'blocker:1:1', 'continue'], { cwd: repo })
    expect(answered.code).toBe(0)
    expectUntouched(repo, plan, readOutcome(await cli(['resume'], { cwd: repo })))
    expect(existsSync(ran)).toBe(false)
  })
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
  it.for(hooks)('%s: they are restored', async ([, script, args, isMore]) => {
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
    expect(git(repo, 'show', `${branch}:plan.md`)).toBe(tickedOf(plan))
    expect(git(repo, 'ls-tree', '-r', branch)).not.toMatch(/phase-9|^120000/m)
    expect(git(repo, 'ls-tree', '--name-only', branch).includes('more.txt')).toBe(isMore)
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })
})

describe('an agent that proposes a change of the plan', { timeout: 300_000 }, () => {
  it.for([[], ['--in-place']])('is followed only by the command that status prints: %j', async (args) => {
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
