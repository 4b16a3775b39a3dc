import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunEvent, RunEventOf } from '@amelia/core'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

type Reviewed = RunEventOf<'review_completed'>

/** Writes a reviewer program. */
const writeReviewer = (lines: string[]): string => {
  const path = join(makeFolder(), 'review.sh')
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

const run = async (reviewers: string[], more: string[] = []) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo 1 > one' }])
  const flags = reviewers.flatMap((path) => ['--reviewer', path])
  const outcome = await cli([
    'run',
    plan,
    '--repo',
    repository,
    '--json',
    '--trust',
    'autonomous',
    '--yes',
    ...flags,
    ...more,
  ])
  const events = outcome.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; runId: string })
  const reviews = events.filter((event): event is Reviewed => event.type === 'review_completed')
  return { ...outcome, repository, reviews, runId: events[0]?.runId ?? '' }
}

const shown = (repository: string, path: string): string => {
  const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  const found = git(repository, 'ls-tree', '-r', '--name-only', branch)
    .split('\n')
    .find((name) => name.endsWith(path))
  return found === undefined ? '' : git(repository, 'show', `${branch}:${found}`)
}

describe.concurrent('amelia run --reviewer', { timeout: 60_000 }, () => {
  it('integrates a phase that every command approves, each in its own checkout of the commit', async () => {
    const looks = writeReviewer([
      'set -e',
      'test -f one',
      'test "$AMELIA_PHASE" = 1',
      'test "$(git diff --name-only "$AMELIA_BASE" "$AMELIA_COMMIT")" = one',
      'test ! -e mess',
      'echo x > mess',
      'echo broken > one',
    ])
    const { code, stderr, reviews, repository } = await run([looks, looks])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(reviews).toMatchObject([{ phaseId: '1', round: 1, approved: true, comments: [] }])
    expect(shown(repository, 'one')).toBe('1')
    expect(shown(repository, 'mess')).toBe('')
    expect(shown(repository, 'phase-1/review-feedback.md')).toBe('')
  })

  it('commits optional comments of a reviewer with the work', async () => {
    const comment = { severity: 'minor', message: 'Name it better.', file: 'one', line: 1 }
    const verdict = { approved: true, summary: 'Good.', comments: [comment] }
    const { code, repository } = await run([writeReviewer([`echo '${JSON.stringify(verdict)}'`])])
    expect(code).toBe(0)
    const feedback = shown(repository, 'phase-1/review-feedback.md')
    expect(feedback).toContain('### Deferred\n\n**reviewer-1-1** (minor) in `one:1`:\n\n    Name it better.')
  })

  it('does not integrate a phase that a command rejects, and reports its output', async () => {
    const rejects = writeReviewer(['echo "It loses a line."', 'exit 1'])
    const { code, reviews, repository } = await run([writeReviewer(['exit 0']), rejects])
    expect(code).toBe(1)
    expect(reviews.length).toBeGreaterThan(1)
    for (const { approved, comments } of reviews) {
      expect(approved).toBe(false)
      expect(comments).toMatchObject([
        { reviewer: 'reviewer-2', severity: 'major', disposition: 'implement' },
      ])
      expect(comments[0]!.message).toContain('It loses a line.')
    }
    expect(git(repository, 'for-each-ref', 'refs/heads/amelia')).toBe('')
  })

  it('a resumed run has the reviewers of before, or those that are given', async () => {
    const rejects = writeReviewer(['exit 1'])
    const { repository, runId, code } = await run([rejects])
    expect(code).toBe(1)
    const later = async (...args: string[]) => cli([...args, '--repo', repository])
    const again = await later('resume', runId)
    expect(again.code).toBe(1)
    expect(again.stdout).toContain('reviewer-1: rejects.')
    expect(again.stdout).toContain(`  amelia resume ${runId} --repo ${repository}\n`)
    const reviewer = writeReviewer(['exit 0'])
    expect(await later('resume', runId, '--reviewer', reviewer, '--json')).toMatchObject({ code: 0 })
    expect(shown(repository, 'one')).toBe('1')
  })

  it('rejects an invalid command before starting', async () => {
    const { code, stderr } = await run(['lint && true'])
    expect(code).toBe(2)
    expect(stderr).toContain('--reviewer lint && true: "&&" is shell syntax')
  })
})

/** An agent program that logs its prompts, gives this verdict to reviews, and otherwise writes a file. */
const writeAgent = (verdict: object): { command: string; prompts: () => string[] } => {
  const folder = makeFolder()
  const [path, log] = [join(folder, 'agent.sh'), join(folder, 'prompts')]
  const report = { status: 'done', summary: 'Done.', subtasks: [], files: [], notDone: [] }
  const print = (value: object): string =>
    `printf '\\140\\140\\140json\\n%s\\n\\140\\140\\140\\n' '${JSON.stringify(value)}'`
  const lines = [
    '#!/bin/sh',
    `prompt=$(tee -a ${log})`,
    'case "$prompt" in',
    `"You review"*) ${print(verdict)} ;;`,
    `*) date +%N > made; ${print(report)} ;;`,
    'esac',
  ]
  writeFileSync(path, lines.join('\n'))
  chmodSync(path, 0o755)
  const prompts = () => (existsSync(log) ? readFileSync(log, 'utf8') : '').split(/^(?=You )/m).filter(Boolean)
  return { command: path, prompts }
}

/** An execution plan whose steps Amelia executes itself, with a criterion in prose. */
const writeBatches = (): string => {
  const path = join(makeFolder(), 'plan.yaml')
  const step = (id: string, more: string[] = []): string[] => [
    `      - id: "${id}"`,
    `        description: "Write ${id}"`,
    '        action_type: code',
    `        file_path: ${id}.txt`,
    '        code_change: |',
    '          text',
    '        risk_level: low',
    ...more,
  ]
  const lines = [
    'goal: "Write files"',
    'tdd_approach: false',
    'batches:',
    ...['  - batch_number: 1', '    risk_summary: low', '    steps:', ...step('a')],
    ...['  - batch_number: 2', '    risk_summary: low', '    steps:'],
    ...step('b', ['        success_criteria: Old files are still readable']),
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

describe.concurrent('an execution plan with an agent', { timeout: 60_000 }, () => {
  const criteria = [{ name: 'b', met: true, reason: 'Read.' }]
  const approval = { approved: true, summary: 'Good.', comments: [], criteria }

  const runPlan = async (verdict: object, ...more: string[]) => {
    const agent = writeAgent(verdict)
    const repository = makeRepository()
    const args = ['run', writeBatches(), '--repo', repository, '--trust', 'autonomous', '--yes']
    const flags = [...args, '--driver', 'command', '--agent', agent.command, ...more]
    const dry = await cli([...flags, '--dry-run'])
    expect(agent.prompts()).toEqual([])
    const { code, stdout, stderr } = await cli([...flags, '--json'])
    const events = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as RunEvent)
    return { code, stderr, dry: dry.stdout, repository, prompts: agent.prompts(), events }
  }
  const typesOf = (events: readonly RunEvent[]): string[] =>
    events.map(({ type }) => type).filter((type) => /^(?:run_review|review_completed|run_ended)/.test(type))

  // seed: intelligent-execution 115
  it('ends with one review of the full change, which the dry run predicts', async () => {
    const { code, stderr, dry, prompts, events } = await runPlan(approval)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(dry.replace(/\s+/g, ' ')).toContain(
      'Review: by the agent, 1 session on the final result, more after changes, and one for each evaluation of comments; --no-review turns it off',
    )
    expect(typesOf(events)).toEqual(['run_reviewing', 'run_reviewed', 'run_ended'])
    expect(prompts).toHaveLength(1)
    expect(prompts[0]).toContain('You review the final result of a development plan: Write files\n')
    expect(prompts[0]).toMatch(/^- `git diff \w{12} \w{12}` shows the full change/m)
    expect(prompts[0]).toContain('  a.txt added +1 -0\n  b.txt added +1 -0\n')
    expect(prompts[0]).toContain('- `b`, to be answered by name: Old files are still readable\n')
  })

  // seed: intelligent-execution 115
  it('asks a person if that review rejects, and is completed once it is accepted', async () => {
    const comments = [
      { severity: 'major', message: 'It loses a line.', file: 'a.txt', line: 1, suggestion: null },
    ]
    const { code, repository, events } = await runPlan(
      { ...approval, approved: false, comments },
      '--evaluator',
      'none',
    )
    expect(code).toBe(3)
    expect(events.find(({ type }) => type === 'gate_opened')).toMatchObject({
      gate: { id: 'run:review:1', blocker: 'review_rejected' },
    })
    const { runId } = events[0]!
    const answer = ['answer', runId, 'run:review:1', 'approve', '--repo', repository]
    expect(await cli(answer)).toMatchObject({ code: 0 })
    expect(await cli(['resume', runId, '--repo', repository])).toMatchObject({ code: 0 })
  })

  it.each([
    [['--no-review'], 'off', ['run_ended']],
    [
      ['--reviewer', 'true'],
      'reviewer-1 on 2 phases; final-reviewer on the final result',
      ['review_completed', 'review_completed', 'run_reviewing', 'run_reviewed', 'run_ended'],
    ],
  ])('with %j', async (flags, review, types) => {
    const { code, dry, prompts, events } = await runPlan(approval, ...flags)
    expect(code).toBe(0)
    expect(dry).toContain(`Review: ${review}\n`)
    expect(typesOf(events)).toEqual(types)
    expect(prompts).toHaveLength(types.includes('run_reviewed') ? 1 : 0)
  })

  it('with --final-reviewer, a command reviews the final result in place of the agent', async () => {
    const seen = join(makeFolder(), 'seen')
    const final = writeReviewer([`echo "$AMELIA_SCOPE $(ls *.txt | tr '\\n' ' ')" >> ${seen}`])
    const { code, dry, prompts, events } = await runPlan(approval, '--final-reviewer', final)
    expect(code).toBe(0)
    expect(dry).toContain('Review: reviewer on 2 phases; final-reviewer-1 on the final result;')
    expect(typesOf(events)).toEqual([
      'review_completed',
      'review_completed',
      'run_reviewing',
      'run_reviewed',
      'run_ended',
    ])
    expect(readFileSync(seen, 'utf8')).toBe('run a.txt b.txt \n')
    expect(prompts.filter((prompt) => prompt.includes('final result'))).toEqual([])
  })
})
