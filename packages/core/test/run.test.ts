import { describe, expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { createMemoryHost, recordEvents } from '../src/testing.ts'
import { forkPlan } from './sample-plan.ts'

describe('a run', () => {
  it('makes one commit per phase, in order, and publishes them', async () => {
    const host = createMemoryHost()
    const run = await createRun({ plan: forkPlan(), host, trust: 'autonomous' })
    const events = recordEvents(run)
    const report = await run.start()
    console.log(events.map((event) => `${event.seq} ${event.type} ${event.phaseId ?? ''}`).join('\n'))
    console.log(report)
    expect(report.status).toBe('completed')
    expect(host.git.log(report.head)).toHaveLength(7)
  })
})
