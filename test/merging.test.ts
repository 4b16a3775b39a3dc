import { createRun, type RunOptions } from '@amelia/core'
import { createScriptedDriver, recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { describe, expect, it } from 'vitest'
import { git, repository } from './fixtures/repository.ts'

const lines = (count: number, change: Record<number, string> = {}): string =>
  `${Array.from({ length: count }, (_, index) => change[index] ?? `line ${index}`).join('\n')}\n`

type Writes = (attempt: number) => Record<string, string>

/** Runs two phases in parallel: neither ends before both have started. */
const together = async (a: Writes, b: Writes, options: Partial<RunOptions> = {}) => {
  const repo = repository({ 'all.txt': lines(30) })
  let both = (): void => {}
  const begun = new Promise<void>((resolve) => {
    both = resolve
  })
  const attempts = { a: 0, b: 0 }
  const prompts: string[] = []
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs } }, _context, session) => {
    prompts.push(prompt)
    if (session === 1) both()
    await begun
    const id = prompt.includes('working on phase a ') ? 'a' : 'b'
    for (const [path, text] of Object.entries((id === 'a' ? a : b)(++attempts[id])))
      await fs.writeFile(`/${path}`, text)
  })
  const run = await createRun({
    plan: { title: 'Both', phases: ['a', 'b'].map((id) => ({ id, title: id, body: `Do ${id}.` })) },
    driver,
    host: nodeHost({ repo }),
    trust: 'autonomous',
    artifacts: 'none',
    ...options,
  })
  const events = recordEvents(run)
  const report = await run.start()
  const show = (path: string): string => git(repo, 'show', `${report.target}:${path}`)
  return { report, events, show, prompts, repo, runId: run.id }
}

describe('parallel phases on a real repository', () => {
  it('that change different files are both integrated, in a line', async () => {
    const { report, show, repo } = await together(
      () => ({ 'a.txt': 'a' }),
      () => ({ 'b.txt': 'b' }),
    )
    expect(report.status).toBe('completed')
    expect([show('a.txt'), show('b.txt')]).toEqual(['a', 'b'])
    expect(git(repo, 'rev-list', '--merges', report.target)).toBe('')
  })

  it('that change one file in different places are merged', async () => {
    const { report, show, events } = await together(
      () => ({ 'all.txt': lines(30, { 2: 'of a' }) }),
      () => ({ 'all.txt': lines(30, { 27: 'of b' }) }),
    )
    expect(report.status).toBe('completed')
    expect(`${show('all.txt')}\n`).toBe(lines(30, { 2: 'of a', 27: 'of b' }))
    expect(events.filter((event) => event.type === 'commit_integrated' && event.merged)).toHaveLength(1)
  })

  it('that change the same lines: the second restarts on the result of the first, and reads about both', async () => {
    const { report, show, events, prompts, runId } = await together(
      (attempt) => ({ 'all.txt': lines(30, attempt === 1 ? { 5: 'of a' } : { 5: 'of b and a' }) }),
      (attempt) => ({ 'all.txt': lines(30, attempt === 1 ? { 5: 'of b' } : { 5: 'of a and b' }) }),
    )
    expect(report.status).toBe('completed')
    const retry = events.find((event) => event.type === 'phase_retry')!
    expect(retry.failure).toMatchObject({ class: 'merge_conflict', output: 'all.txt' })
    expect(prompts[2]).toContain('both change all.txt')
    expect(prompts[2]).toContain(`git show refs/amelia/${runId}/attempt/${retry.phaseId}/1`)
    expect(show('all.txt').split('\n')[5]).toBe(retry.phaseId === 'a' ? 'of b and a' : 'of a and b')
  })

  it('that conflict use no attempt, and both sides are kept (fault 53)', async () => {
    const { report, repo, runId } = await together(
      () => ({ 'all.txt': lines(30, { 5: 'of a' }) }),
      () => ({ 'all.txt': lines(30, { 5: 'of b' }) }),
      {
        maxAttempts: 1,
      },
    )
    expect(report.status).toBe('completed')
    expect(
      git(repo, 'for-each-ref', '--format=%(refname)', `refs/amelia/${runId}/attempt`).split('\n'),
    ).toHaveLength(3)
  })

  it('that merge cleanly but fail together: the tests fail, and the second retries', async () => {
    const check =
      'const fs = require("fs"); const has = (f) => fs.existsSync(f); process.exit(has("a.txt") && has("b.txt") && !has("both.txt") ? 1 : 0)'
    const { report, events, show } = await together(
      (attempt) => ({ 'a.txt': 'a', ...(attempt > 1 ? { 'both.txt': 'x' } : {}) }),
      (attempt) => ({ 'b.txt': 'b', ...(attempt > 1 ? { 'both.txt': 'x' } : {}) }),
      { verify: { test: ['node', '-e', check] } },
    )
    expect(report.status).toBe('completed')
    expect(events.find((event) => event.type === 'phase_retry')?.failure).toMatchObject({
      class: 'verification_failed',
      message: expect.stringMatching(
        /^The check "test" failed after the merge with phase \w+ \([0-9a-f]{12}\)\.$/,
      ) as string,
    })
    expect(show('both.txt')).toBe('x')
  })
})
