import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunEventOf } from '@amelia/core'
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
