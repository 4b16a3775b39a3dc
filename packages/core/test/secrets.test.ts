import { describe, expect, it } from 'vitest'
import { createRun, openRun } from '../src/index.ts'
import { defineCheckpointStrategy, defineReviewer, driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../src/testing.ts'

/** Built at run time, so that no file of this repository contains the shape of a secret. */
const token = `ghp_${'a'.repeat(36)}`
const word = 'correct horse battery'
const both = `${token} and ${word}`

/** Returns everything that a run stores or emits, as one text. */
const everything = async (host: MemoryHost, runId: string, events: readonly unknown[], report: unknown) => {
  const commits = [...host.git.refs.values()].flatMap((commit) => host.git.log(commit))
  const kept = [...new Set(commits)].map((id) => [host.git.commitOf(id), ...host.git.filesOf(id)])
  return JSON.stringify([events, await host.store.load(runId), report, kept])
}

const clean = (text: string, mark: string): void => {
  expect(text).not.toContain(token)
  expect(text).not.toContain(word)
  expect(text).toContain(mark)
}

const plan = { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }

describe('fault 23: a secret in the text of a plugin or a person is never stored, emitted or committed', () => {
  it.each([
    [
      'an error that an agent throws',
      () => Promise.reject(new Error(`thrown: ${both}`)),
      'thrown: [redacted]',
    ],
    [
      "a driver's error",
      () => Promise.reject(driverError('agent_failed', { message: `failed: ${both}` })),
      'failed: [redacted]',
    ],
    [
      'an error of a class without retries',
      () => Promise.reject(driverError('permission', { message: `denied: ${both}` })),
      'denied: [redacted]',
    ],
  ])('%s', async (_what, fail, mark) => {
    const host = memoryHost()
    const driver = createScriptedDriver((_request, { emit }) => {
      emit({ type: 'text', text: `progress: ${both}` })
      return fail()
    })
    const run = await createRun({ plan, host, driver, trust: 'autonomous', secrets: [word] })
    const events = recordEvents(run)
    const report = await run.start()
    clean(await everything(host, run.id, events, report), mark)
  })

  it("an agent's last words, a review, a check's output, a strategy's reason, an answer and a failure of git", async () => {
    const host = memoryHost({ commands: ({ argv }) => ({ output: `${argv[0]}: ${both}` }) })
    const { compose } = host.git
    let broken = true
    host.git.compose = async (request) => {
      if (!broken || !request.ref.includes('/candidate/')) return compose(request)
      broken = false
      throw new Error(`disk: ${both}`)
    }
    const driver = createScriptedDriver(async ({ workspace }, { emit }, number) => {
      emit({ type: 'text', text: `progress: ${both}` })
      await workspace.fs.writeFile('/a.txt', `${number}`)
      return { text: `said: ${both}`, sessionId: `s${number}` }
    })
    let reviews = 0
    const reviewer = defineReviewer({
      id: 'r',
      scope: 'phase',
      review: async () => ({
        approved: reviews++ > 0,
        summary: `summary: ${both}`,
        comments: [{ severity: 'major', message: `comment: ${both}`, suggestion: both }],
      }),
    })
    const checkpoint = defineCheckpointStrategy({
      decide: () => ({ pause: true, reason: `reason: ${both}` }),
    })
    const options = { host, driver, reviewers: [reviewer], checkpoint, secrets: [word] }
    const run = await createRun({
      ...options,
      plan,
      trust: 'autonomous',
      verify: { test: ['test'] },
      onGate: (gate) => {
        if (gate.kind === 'blocker') return gate.choices.retry?.()
        if (gate.kind !== 'checkpoint') return
        return reviews > 3 ? gate.choices.approve() : gate.choices.sendBack?.(`feedback: ${both}`)
      },
    })
    const events = recordEvents(run)
    const report = await run.start()
    expect(report.status).toBe('completed')
    const text = await everything(host, run.id, events, report)
    for (const mark of ['test', 'summary', 'comment', 'reason', 'feedback', 'disk'])
      clean(text, `${mark}: [redacted] and [redacted]`)
    const again = await openRun({ ...options, runId: run.id })
    expect(JSON.stringify(again.report())).toBe(JSON.stringify(report))
  })
})

describe('a secret in the plan', () => {
  const real = `ghp_${'q7Zx3Mb9Kd'.repeat(4).slice(0, 36)}`
  const withSecret = {
    source: `# Work\n\ncurl -H "${real}"\n`,
    phases: [{ id: 'a', title: 'A', body: `curl -H "${real}"`, line: 3 }],
  }
  const issues = [expect.objectContaining({ code: 'SECRET_IN_PLAN', line: 3 })]

  it('prevents the creation of the run: the error has its line, and nothing is stored', async () => {
    const host = memoryHost()
    const refs = [...host.git.refs]
    const refused = await createRun({ plan: withSecret, host, driver: createScriptedDriver() }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ code: 'PLAN_INVALID', details: { issues } })
    expect(String(refused)).toContain('Line 3')
    expect(JSON.stringify(refused) + String(refused)).not.toContain(real.slice(4))
    expect(await host.store.list()).toEqual([])
    expect([...host.git.refs]).toEqual(refs)
  })

  it('is refused in an edited plan, as is a value that the caller named', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(() => Promise.reject(new Error('stuck')))
    const run = await createRun({ plan, host, driver, trust: 'autonomous' })
    await run.start()
    const edit = { host, runId: run.id, driver }
    await expect(openRun({ ...edit, plan: withSecret })).rejects.toMatchObject({ details: { issues } })
    const named = { phases: [{ id: 'a', title: 'A', body: `Log in with ${word}.`, line: 3 }] }
    await expect(openRun({ ...edit, plan: named, secrets: [word] })).rejects.toMatchObject({
      details: { issues },
    })
  })
})
