import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../test/performer-fixture.ts'
import type { CommandResult } from '../contract/command-runner.ts'
import type { Review } from '../contract/review.ts'
import { commandReviewer } from './command-reviewer.ts'
import { reviewCommit } from '../perform/review/review-commit.ts'

const review = async (
  result: Partial<CommandResult> | undefined,
  scope: 'phase' | 'run' = 'phase',
): Promise<
  { said: Review } & Pick<ReturnType<typeof createPerformer>, 'host' | 'performer'> & { commit: string }
> => {
  const { performer, phase, host } = createPerformer({ world: { commands: () => result } })
  Object.assign(performer, {
    reviewers: [commandReviewer({ id: 'lint', argv: ['lint', '--strict'], scope })],
  })
  Object.assign(phase('a').attempt, { base: performer.state.head })
  const commit = host.git.addCommit(performer.state.head, { 'b.txt': 'b\n' })
  const said = await reviewCommit(performer, scope === 'run' ? undefined : phase('a'), { commit, round: 3 })
  return { said, host, performer, commit }
}
const json = (verdict: object): string => JSON.stringify({ summary: 'So.', comments: [], ...verdict })
const critical = { severity: 'critical', message: 'It loses data.' }

describe('commandReviewer', () => {
  it('tells the command what to review', async () => {
    const { host, performer, commit } = await review({})
    expect(host.commands.requests).toMatchObject([
      {
        argv: ['lint', '--strict'],
        env: {
          AMELIA_BASE: performer.state.head,
          AMELIA_COMMIT: commit,
          AMELIA_SCOPE: 'phase',
          AMELIA_PHASE: 'a',
          AMELIA_JUDGES: 'change',
          AMELIA_ROUND: '3',
        },
        workspace: { base: commit },
      },
    ])
  })

  it('names no phase for the final result', async () => {
    const { host } = await review({}, 'run')
    expect(host.commands.requests[0]!.env).toMatchObject({ AMELIA_SCOPE: 'run' })
    expect(host.commands.requests[0]!.env).not.toHaveProperty('AMELIA_PHASE')
  })

  it('approves on exit code 0', async () => {
    const { said } = await review({ output: 'All good.\n' })
    expect(said).toEqual({
      approved: true,
      summary: 'lint: approves. `lint --strict` exited with 0.',
      comments: [],
    })
  })

  it('rejects on any other exit code, with the output as comment', async () => {
    const { said } = await review({ exitCode: 2, output: '\nb.txt:1: no\n' })
    expect(said.approved).toBe(false)
    expect(said.comments).toEqual([
      {
        id: 'lint-1',
        reviewer: 'lint',
        severity: 'major',
        message: '`lint --strict` exited with 2.\nb.txt:1: no',
        disposition: 'implement',
      },
    ])
  })

  it.each<[string, Partial<CommandResult>]>([
    ['SIGKILL', { exitCode: null, signal: 'SIGKILL', output: json({ approved: true }) }],
    ['signal 11', { exitCode: 139, output: 'Segmentation fault' }],
  ])('runs a command that %s ended once more, and then fails', async (signal, result) => {
    const { said, host } = await review(result)
    expect(said).toMatchObject({
      approved: false,
      comments: [],
      failure: {
        class: 'report_invalid',
        message: `The reviewer "lint" failed: \`lint --strict\` was ended by ${signal}.`,
      },
    })
    expect(host.commands.requests).toHaveLength(2)
  })

  it('is interrupted if the signal that drains the run ends the command', async () => {
    const { performer, phase } = createPerformer({ world: { commands: () => ({ exitCode: 143 }) } })
    Object.assign(performer, { reviewers: [commandReviewer({ id: 'lint', argv: ['lint'] })] })
    Object.assign(performer.state, { draining: 'requested' })
    const { head } = performer.state
    Object.assign(phase('a').attempt, { base: head })
    const said = await reviewCommit(performer, phase('a'), { commit: head, round: 1 })
    expect(said).toMatchObject({ failure: { class: 'interrupted' } })
  })

  it.each([
    ['alone', json({ approved: false, comments: [critical] })],
    ['between other lines', `npm warn old\n${json({ approved: false, comments: [critical] })}\n`],
  ])('reads a verdict %s', async (_, output) => {
    const { said } = await review({ output })
    expect(said.approved).toBe(false)
    expect(said.comments).toMatchObject([{ ...critical, disposition: 'implement' }])
  })

  it('reads an approval', async () => {
    const { said } = await review({ output: json({ approved: true }) })
    expect(said).toEqual({ approved: true, summary: 'lint: approves. So.', comments: [] })
  })

  it.each<[string, Partial<CommandResult>]>([
    ['approves and exits with 1', { exitCode: 1, output: json({ approved: true }) }],
    ['prints two verdicts', { output: `${json({ approved: true })}\n${json({ approved: true })}` }],
    ['prints half a verdict', { output: '{"approved": true, "summary": "' }],
    ['prints a verdict of another form', { output: '{"approved": "yes"}' }],
  ])('runs a command that %s once more, and then fails', async (_, result) => {
    const { said, host } = await review(result)
    expect(said).toMatchObject({ approved: false, comments: [], failure: { class: 'report_invalid' } })
    expect(host.commands.requests).toHaveLength(2)
  })

  it('uses the exit code if the output is other JSON', async () => {
    expect((await review({ output: '{"errors": 0}' })).said.approved).toBe(true)
    expect((await review({ exitCode: 1, output: '{"errors": 1}' })).said.approved).toBe(false)
  })

  it.each([126, 127])(
    'says of a command that cannot be started (%i) that it is missing',
    async (exitCode) => {
      const { said } = await review({ exitCode })
      expect(said).toMatchObject({
        approved: false,
        failure: { class: 'environment', message: expect.stringContaining('lint --strict') },
      })
    },
  )
})
