import { join } from 'node:path'
import { createRun, type RunEvent } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository } from './create-repository.ts'
import { type ModelItem, patch, report, run, say } from './fake-responses.ts'

let plans = 0
/** A model that lets the agent change its todo list with its own tool. */
const plan = (...steps: [step: string, status: string][]): ModelItem => ({
  type: 'function_call',
  id: `plan_${++plans}`,
  call_id: `call_plan_${plans}`,
  name: 'update_plan',
  arguments: JSON.stringify({ plan: steps.map(([step, status]) => ({ step, status })) }),
})

it('reports the list that the agent keeps with its own tool', async () => {
  const stage = await setCodexStage(({ outputs }) => {
    if (outputs.length === 0) return [plan(['1a Write tests', 'in_progress'], ['1b Größe', 'pending'])]
    if (outputs.length === 1) return [run('echo hello')]
    if (outputs.length === 2) return [plan(['1a Write tests', 'completed'], ['1b Größe', 'in_progress'])]
    if (outputs.length === 3) return [run('echo hello')]
    return [say('Done.')]
  })
  await stage.session()
  const [, { outputs: [answer = ''] = [] } = {}] = stage.model.requests
  expect(answer).toBe('Plan updated')
  const lists = stage.progress.flatMap((each) =>
    each.type === 'todo' ? [each.items.map(({ text, status }) => `${text} ${status}`).join(', ')] : [],
  )
  expect(lists.at(-1)).toBe('1a Write tests completed, 1b Größe running')
  expect(lists).toContain('1a Write tests running, 1b Größe pending')
})

// seed: phased-execution 80
it('tells how far the parts of a phase are while its one session runs', async () => {
  const stage = await setCodexStage(({ outputs }) => {
    if (outputs.length === 0) return [plan(['1a Write tests', 'in_progress'], ['1b Implement', 'pending'])]
    if (outputs.length === 1) return [patch('greet.test.txt', ['test'])]
    if (outputs.length === 2) return [plan(['1a Write tests', 'completed'], ['1b Implement', 'in_progress'])]
    if (outputs.length === 3) return [run('echo impl > greet.txt')]
    return [report('Both parts.')]
  })
  const root = folder('todo')
  const repo = createRepository({ 'package.json': '{}\n' })
  const started = await createRun({
    plan: {
      goal: 'Greetings',
      phases: [
        {
          id: '1',
          title: 'Greet',
          subtasks: [
            { id: '1a', title: 'Write tests' },
            { id: '1b', title: 'Implement' },
          ],
        },
      ],
    },
    driver: stage.driver,
    host: nodeHost({ repo, slots: join(root, 'slots') }),
    trust: 'autonomous',
    artifacts: 'none',
    reviewers: [],
  })
  const told: string[] = []
  started.subscribe({}, (event: RunEvent) => {
    if ('subtaskId' in event) told.push(`${event.type} ${event.subtaskId} ${'claimed' in event}`)
  })
  expect((await started.start()).status).toBe('completed')
  expect(told).toEqual([
    'subtask_started 1a true',
    'subtask_completed 1a true',
    'subtask_started 1b true',
    'subtask_completed 1b true',
  ])
  expect(stage.model.requests[0]?.prompt).toContain('Keep a todo list')
})
