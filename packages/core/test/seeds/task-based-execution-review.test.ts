import { describe, expect, it } from 'vitest'
import { driverReviewer } from '../../src/index.ts'
import { createScriptedDriver } from '../../src/testing.ts'
import { runPlan, statuses } from '../run-plan.ts'
import { row } from './seed-plans.ts'

/** A run of tasks whose reviews reject this often before they approve, each time for another reason. */
const run = async (tasks: number, rejections: number) => {
  let reviews = 0
  const driver = createScriptedDriver(
    async ({ workspace }, _, number) => {
      await workspace.fs.writeFile('/work.txt', `session ${number}\n`)
    },
    {
      reviews: ({ role }) => {
        if (role === 'evaluator') return { output: { judgements: [] } }
        const message = `Reason ${String.fromCharCode(65 + reviews)}`
        const rejected = { approved: false, summary: message, comments: [{ severity: 'major', message }] }
        return {
          output: reviews++ < rejections ? rejected : { approved: true, summary: 'Good.', comments: [] },
        }
      },
    },
  )
  Object.assign(driver, { resume: 'process' })
  const plan = { title: 'Work', phases: row(tasks) }
  const result = await runPlan({ plan, preset: 'taskLoop', driver, reviewers: [driverReviewer()] })
  return { ...result, developing: driver.requests.filter(({ role }) => role === 'developer') }
}

describe('the review of a task', () => {
  // seed: task-based-execution 4
  it('is followed by the next task, or by the same session with the comments (seed task-based-execution, Modify `route_after_review`)', async () => {
    const { report, developing } = await run(2, 2)
    expect(report.status).toBe('completed')
    expect(developing.map(({ resume }) => resume)).toEqual([undefined, 'session-0', 'session-2', undefined])
    expect(developing[1]!.prompt).toContain('Reason A')
    expect(developing[2]!.prompt).toContain('Reason B')
    expect(developing[3]!.prompt).not.toContain('Reason')
  })

  // seed: task-based-execution 5, task-based-execution 10
  it('halts the run at the fifth rejection, and each task counts its own (seed task-based-execution, Modify `route_after_review`)', async () => {
    expect((await run(1, 4)).report.status).toBe('completed')
    const { report, developing } = await run(2, 5)
    expect(report.status).toBe('failed')
    expect(statuses(report)).toEqual({ 1: 'failed', 2: 'blocked' })
    expect(developing).toHaveLength(5)
  })
})
