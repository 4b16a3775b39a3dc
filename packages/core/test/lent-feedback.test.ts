import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../src/index.ts'
import { createScriptedDriver, memoryHost, type SessionScript } from '../src/testing.ts'
import { crashAfter } from './crash-after.ts'

const path = 'docs/amelia/2026-01-01-work/phase-1/review-feedback.md'
const plan = { title: 'Work', phases: [{ id: '1', title: 'One', body: 'Do it.' }] }

/** An agent that rejects its first work, and records what each session finds at the path. */
const agentOf = (found: (string | undefined)[], more: { ends?: SessionScript; reviews?: number } = {}) => {
  let { reviews = 0 } = more
  return createScriptedDriver(
    async (request, context, number, session) => {
      const { fs } = request.workspace
      found.push(
        await fs.readFile(`/${path}`).then(
          (bytes) => new TextDecoder().decode(bytes),
          () => undefined,
        ),
      )
      await more.ends?.(request, context, number, session)
      await fs.writeFile('/work.txt', `session ${number}\n`)
    },
    {
      resume: 'process',
      reviews: ({ role }) => ({
        output:
          role === 'evaluator'
            ? { judgements: [] }
            : reviews++ === 0
              ? {
                  approved: false,
                  summary: 'Not yet.',
                  comments: [{ severity: 'major', message: 'It loses a line.' }],
                }
              : { approved: true, summary: 'Good.', comments: [] },
      }),
    },
  )
}

const start = async (driver: ReturnType<typeof agentOf>, more: Partial<RunOptions> = {}) => {
  const host = more.host ?? memoryHost()
  const run = await createRun({ plan, host, driver, trust: 'autonomous', planApproved: true, ...more })
  return { host, run, report: await run.start() }
}

describe('review-feedback.md', () => {
  // seed: phased-execution 52, phased-execution 62
  it('is in the workspace while a retry works, named in its prompt, and no change of the attempt', async () => {
    const found: (string | undefined)[] = []
    const host = memoryHost()
    const driver = agentOf(found)
    const { report } = await start(driver, { host })
    expect(report.status).toBe('completed')
    expect(found[0]).toBeUndefined()
    expect(found[1]).toContain('It loses a line.')
    const [first, retry] = driver.requests.filter(({ role }) => role === 'developer')
    expect(first!.prompt).not.toContain('review-feedback')
    expect(retry!.prompt).toContain(`All feedback in full: \`${path}\``)
    const attempts = [...host.git.refs].filter(([name]) => /\/(attempt|round)\/1\//.test(name))
    expect(attempts).toHaveLength(2)
    for (const [, commit] of attempts) expect(host.git.filesOf(commit).has(path)).toBe(false)
    expect(host.git.filesOf(report.phases[0]!.commit!).get(path)).toBe(found[1])
  })

  it('is there for a session that continues, and for a run in place, which leaves it to the commit', async () => {
    for (const more of [{ preset: 'taskLoop' }, { inPlace: true }] as const) {
      const found: (string | undefined)[] = []
      const driver = agentOf(found)
      const { report } = await start(driver, more)
      expect(report.status).toBe('completed')
      expect(found.map((text) => text !== undefined)).toEqual([false, true])
      expect(driver.requests.filter(({ role }) => role === 'developer')[1]!.prompt).toContain(path)
    }
  })

  it('does not exist without artifacts', async () => {
    const found: (string | undefined)[] = []
    const driver = agentOf(found)
    const { report } = await start(driver, { artifacts: 'none' })
    expect(report.status).toBe('completed')
    expect(found).toEqual([undefined, undefined])
    for (const { prompt } of driver.requests) expect(prompt).not.toContain('review-feedback')
  })

  it('is not left behind by a session that fails, or that removes or changes it', async () => {
    for (const ends of [
      async ({ workspace }, _, number) => {
        if (number === 1) await workspace.fs.rm(`/${path}`)
      },
      async ({ workspace }, _, number) => {
        if (number === 1) await workspace.fs.writeFile(`/${path}`, 'mine')
      },
    ] as SessionScript[]) {
      const host = memoryHost()
      const found: (string | undefined)[] = []
      const { report } = await start(agentOf(found, { ends }), { host })
      expect(report.status).toBe('completed')
      for (const [name, commit] of host.git.refs)
        if (name.includes('/attempt/')) expect(host.git.filesOf(commit).has(path)).toBe(false)
      expect(host.git.filesOf(report.phases[0]!.commit!).get(path)).toContain('It loses a line.')
    }
  })

  it('does not become work of the attempt if the process dies at any point of the retry', async () => {
    const { host: whole, run } = await start(agentOf([]))
    const records = (await whole.store.load(run.id)).length
    for (let at = 2; at < records; at++) {
      const host = crashAfter(at, 'before')
      const created = await createRun({
        plan,
        host,
        driver: agentOf([]),
        trust: 'autonomous',
        planApproved: true,
      })
      await created.start().catch(() => undefined)
      host.revive()
      const again = await openRun({ host, runId: created.id, driver: agentOf([], { reviews: 1 }) }).catch(
        () => undefined,
      )
      const report = await again?.start()
      if (!report) continue
      expect(report.status, `after ${at} records`).toBe('completed')
      const { commit } = report.phases[0]!
      const last = [...host.git.refs].filter(([name]) => name.includes('/attempt/1/')).at(-1)![1]
      expect(host.git.filesOf(last).has(path), `after ${at} records`).toBe(false)
      expect(host.git.filesOf(commit!).get('work.txt')).toContain('session')
    }
  })
})
