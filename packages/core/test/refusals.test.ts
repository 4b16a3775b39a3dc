import { describe, expect, it } from 'vitest'
import { driverReviewer } from '../src/index.ts'
import { driverError, type SessionRequest } from '../src/plugin.ts'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { runPlan, statuses } from './run-plan.ts'

const plan = { phases: [{ id: 'a', title: 'a', body: 'Do a.' }] }
const approved = { approved: true, comments: [] }

/** An agent with its provider. Its model declines the sessions of these roles. */
const agent = (log: string[], id: string, declines: readonly SessionRequest['role'][] = []) => {
  const script: SessionScript = async ({ role, prompt, workspace }) => {
    log.push(`${id} ${role}`)
    if (role === 'developer') await workspace.fs.writeFile(`/${id}.txt`, prompt)
    if (declines.includes(role)) throw driverError('refused', { message: 'I cannot help with this.' })
    return role === 'reviewer' ? { output: approved } : undefined
  }
  return createScriptedDriver(script, { id, provider: id, reviews: script })
}

describe('a model that declines the work', () => {
  it('is followed at once by the next agent, which continues in its tree', async () => {
    const log: string[] = []
    const { report, events, host } = await runPlan({
      plan,
      driver: [agent(log, 'x', ['developer']), agent(log, 'y')],
      maxAttempts: 1,
    })
    expect(log).toEqual(['x developer', 'y developer'])
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(report.phases[0]!.attempt).toBe(1)
    expect(events.filter(({ type }) => type === 'phase_retry')).toEqual([])
    const files = new Map(host.git.filesOf(report.head))
    expect([...files.keys()].filter((path) => path.endsWith('.txt'))).toEqual(['x.txt', 'y.txt'])
    expect(files.get('y.txt')).toContain(
      'interrupted by the model of another agent, which declined it (I cannot help with this.)',
    )
  })

  it('is a question if no other agent is left, and no session is started with the same prompt', async () => {
    const log: string[] = []
    const { report } = await runPlan({
      plan,
      driver: [agent(log, 'x', ['developer']), agent(log, 'y', ['developer'])],
      trust: 'standard',
    })
    expect(log).toEqual(['x developer', 'y developer'])
    expect(report.gates).toMatchObject([
      { blocker: 'refused', choices: ['retry', 'fix', 'skip', 'abort', 'abort-revert'] },
    ])
    expect(report.gates[0]!.question).toContain('I cannot help with this.')
  })

  it('is asked once more if a person says so, with their words', async () => {
    const log: string[] = []
    const prompts: string[] = []
    const driver = createScriptedDriver(
      ({ prompt, resume }) => {
        prompts.push(prompt)
        log.push(resume === undefined ? 'new' : 'resumed')
        if (prompts.length === 1) throw driverError('refused', { message: 'I cannot help with this.' })
      },
      { id: 'x', provider: 'x' },
    )
    const { report } = await runPlan({
      plan,
      driver,
      retry: { session: 'continue' },
      onGate: ({ choices }) =>
        'fix' in choices ? choices.fix?.('It is a test of our own firewall.') : undefined,
    })
    expect(report.status).toBe('completed')
    expect(log).toEqual(['new', 'new'])
    expect(prompts[1]).toContain('It is a test of our own firewall.')
  })

  it('of a reviewer is followed by the next reviewer, and the developer gets no work', async () => {
    const log: string[] = []
    const { report } = await runPlan({
      plan,
      driver: [agent(log, 'x', ['reviewer']), agent(log, 'y')],
      reviewers: [driverReviewer()],
    })
    expect(log).toEqual(['x developer', 'x reviewer', 'y reviewer'])
    expect(report.status).toBe('completed')
  })

  it('of a reviewer does not take the work from its developer', async () => {
    const log: string[] = []
    const first = agent(log, 'x', ['reviewer'])
    const asks: SessionScript = ({ role }) => {
      log.push(`y ${role}`)
      const comments = [{ severity: 'major', message: 'Rename it.' }]
      return { output: log.includes('x developer', 2) ? approved : { approved: false, comments } }
    }
    const second = createScriptedDriver(asks, { id: 'y', provider: 'y', reviews: asks })
    const { report } = await runPlan({ plan, driver: [first, second], reviewers: [driverReviewer()] })
    expect(log).toEqual(['x developer', 'x reviewer', 'y reviewer', 'x developer', 'y reviewer'])
    expect(report.status).toBe('completed')
  })

  it('of the only reviewer is a question about the review', async () => {
    const log: string[] = []
    const { report } = await runPlan({
      plan,
      driver: agent(log, 'x', ['reviewer']),
      reviewers: [driverReviewer()],
      trust: 'standard',
    })
    expect(log).toEqual(['x developer', 'x reviewer'])
    expect(report.gates).toMatchObject([{ blocker: 'refused' }])
    expect(report.gates[0]!.choices).toContain('approve')
  })
})
