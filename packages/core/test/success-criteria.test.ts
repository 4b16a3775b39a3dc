import { describe, expect, it } from 'vitest'
import { driverReviewer } from '../src/index.ts'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { runPlan } from './run-plan.ts'
import { batch, code, command } from './seeds/seed-plans.ts'

const blockers = async (successCriteria: string, output: string) => {
  const found: string[] = []
  const { report } = await runPlan({
    plan: { goal: 'g', phases: [batch('1', [], command('s', 'make', { successCriteria }))] },
    preset: 'intelligent',
    world: { commands: () => ({ exitCode: 0, output }) },
    onGate: (gate) => {
      if (gate.kind !== 'blocker') return undefined
      found.push(...[gate.question, ...(gate.details ?? [])])
      return gate.choices.abort?.()
    },
  })
  return { status: report.status, found: found.join('\n') }
}

describe('the success criteria of a step', () => {
  // seed: intelligent-execution 19
  it.each([
    ['/\\d+ passed/', '3 passed', '3 failed'],
    ['/PASSED/i', 'all passed', 'all failed'],
    ['"3 passed (of 3)"', '3 passed (of 3)', '3 passed of 3'],
  ])('%s must match the output', async (criteria, good, bad) => {
    expect(await blockers(criteria, good)).toEqual({ status: 'completed', found: '' })
    const refused = await blockers(criteria, bad)
    expect(refused.status).toBe('aborted')
    expect(refused.found).toContain('did not match')
  })

  it('in words are no pattern', async () => {
    expect(await blockers('The build is fast', 'slow')).toEqual({ status: 'completed', found: '' })
  })

  // seed: intelligent-execution 19
  it.each([
    [true, 'completed'],
    [false, 'waiting'],
  ])('in words are answered by name in the review: %s', async (met, status) => {
    const prompts: string[] = []
    const write: SessionScript = async ({ workspace: { fs } }) => {
      for (const id of ['first', 's']) await fs.writeFile(`/src/${id}.txt`, id)
    }
    const driver = createScriptedDriver(write, {
      reviews: ({ prompt, role }) => {
        if (role !== 'reviewer' || !prompt.includes('You review'))
          return { text: '{"ok": true, "issues": []}' }
        prompts.push(prompt)
        return {
          output: {
            approved: true,
            summary: 'Read.',
            comments: [],
            criteria: [{ name: 's', met, reason: 'Seen.' }],
          },
        }
      },
    })
    const { report, events } = await runPlan({
      plan: {
        goal: 'g',
        phases: [batch('1', [], code('first'), code('s', { successCriteria: 'Old data is still readable' }))],
      },
      preset: 'intelligent',
      steps: 'driver',
      driver,
      reviewers: [driverReviewer()],
      retry: { maxReviewRounds: 1 },
    })
    expect(prompts[0]).toContain('`s`, to be answered by name: Old data is still readable')
    expect(prompts[0]).toContain('"criteria": [{"name": "s"')
    expect(events.find(({ type }) => type === 'review_completed')).toMatchObject({ approved: met })
    expect(report.status).toBe(status)
  })

  it('with an invalid expression are refused before the run', async () => {
    await expect(blockers('/a(b/', '')).rejects.toThrow('is not a valid RE2 pattern')
  })
})
