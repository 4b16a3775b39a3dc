import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fence, prepare } from './default-path/judge-work.ts'
import { removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const approval = fence({ approved: true, comments: [] })
const rejection = (message: string): string =>
  fence({ approved: false, comments: [{ severity: 'Major', message, file: 'slug-1.js', line: '1' }] })
const judged = (disposition: string): string =>
  fence({ judgements: [{ id: 'reviewer-1', disposition, reason: 'So it is.' }] })

describe.concurrent('reviewers and evaluators, with nothing but an agent', { timeout: 300_000 }, () => {
  it('a person takes the work without a verdict', async () => {
    const { run, roles, amelia, driver, runId } = prepare({ reviewer: ['CRASH'] })
    expect((await run()).text).toContain('The reviewer "reviewer" failed: ')
    expect(roles()).toEqual(['developer', 'reviewer', 'reviewer'])
    await amelia('answer', runId(), 'blocker:1:1', 'approve')
    expect((await amelia('resume', runId(), ...driver)).text).toContain('Completed: ')
    expect(roles()).toHaveLength(3)
  })

  it.each([
    ['crashes', 'CRASH', 'The evaluator failed: '],
    ['cannot be read', 'Do it.', 'The decision of the evaluator cannot be read: '],
  ])('an evaluator that %s twice is a question, and no work', async (_, evaluator, message) => {
    const { run, roles } = prepare({ reviewer: [rejection('It loses umlauts.')], evaluator: [evaluator] })
    expect((await run()).text).toContain(message)
    expect(roles()).toEqual(['developer', 'reviewer', 'evaluator', 'evaluator'])
  })

  it('a second review has the first comments and the change since then', async () => {
    const { run, sessions } = prepare({
      reviewer: [rejection('It loses umlauts.'), approval],
      evaluator: [judged('implement')],
    })
    const { code } = await run('--test', 'node --version')
    expect(code).toBe(0)
    const reviews = sessions().filter(({ role }) => role === 'reviewer')
    expect(reviews).toHaveLength(2)
    for (const { prompt } of reviews) {
      expect(prompt).toContain('`node --version` passed')
      expect(prompt).toContain('    Slugs work.\n    Not done: Umlauts.')
    }
    const [full, since] = reviews[1]!.outputs
    expect(reviews[1]!.commands[0]).toContain('/attempt/1/1')
    expect(reviews[1]!.prompt).toContain('- major, to be done: slug-1.js:1 It loses umlauts.')
    expect(full).toContain('+export const slug = 2')
    expect(since).toContain('+export const slug = 2')
    expect(since).not.toContain('+export const slug = 1')
  })

  it('a resumed run asks only the reviewers that had not answered', async () => {
    const { run, roles, amelia, driver, runId, aside, repository } = prepare({})
    const log = join(aside, 'asked')
    const answered = `cat "${repository}"/.git/amelia/runs/*/* 2>/dev/null | grep -c '"reviewer_answered"'`
    /** The first time, the third one ends the run's process when the others have answered. */
    const kill = `until [ "$(${answered})" = 2 ]; do sleep 0.02; done; kill -9 $PPID; exit 1`
    const reviewers = ['one', 'two', 'three'].flatMap((name) => {
      const path = join(aside, name)
      const first = `[ -e "${path}.again" ] || { touch "${path}.again"; ${kill}; }`
      writeFileSync(path, `#!/bin/sh\necho ${name} >> "${log}"\n${name === 'three' ? first : ''}\nexit 0\n`)
      chmodSync(path, 0o755)
      return ['--reviewer', path]
    })
    // Confined, a reviewer sees neither the journal nor the run's process.
    expect((await run(...reviewers, '--confine', 'off')).code).toBe(null)
    const { text } = await amelia('resume', runId(), ...driver, ...reviewers)
    expect(text).toContain('Completed: ')
    expect(readFileSync(log, 'utf8').trim().split('\n').sort()).toEqual(['one', 'three', 'three', 'two'])
    expect(roles()).toEqual(['developer'])
  })
})
