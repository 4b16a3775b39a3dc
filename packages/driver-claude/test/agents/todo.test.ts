import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRun, type RunEvent } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, finish, say, type Script, textOf, toolResults } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude, type Session } from './real-claude.ts'

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

const lists = ({ progress }: Session): string[] =>
  progress.flatMap((each) =>
    each.type === 'todo' ? [each.items.map(({ text, status }) => `${text} ${status}`).join(', ')] : [],
  )

it('reports the list that the agent keeps with its own tools, also after a kill', async () => {
  const started = join(claude.dir, 'started')
  claude.api.play([
    call('TaskCreate', { subject: '1a Write tests', description: 'First.' }),
    call('TaskCreate', { subject: '1b Implement', description: 'Second.' }),
    call('TaskUpdate', { taskId: '1', status: 'in_progress' }),
    call('Bash', { command: `touch ${started}; sleep 300` }),
  ])
  const stop = new AbortController()
  const running = claude.run({}, stop.signal)
  while (!existsSync(started)) await delay(10)
  stop.abort()
  const first = await running
  expect(lists(first)).toEqual([
    '1a Write tests pending',
    '1a Write tests pending, 1b Implement pending',
    '1a Write tests running, 1b Implement pending',
  ])
  const resume = first.progress.flatMap((each) => (each.type === 'session' ? [each.sessionId] : []))[0] ?? ''
  claude.api.play([
    call('TaskUpdate', { taskId: '1', status: 'completed' }),
    call('TaskUpdate', { taskId: '9', status: 'completed' }),
    say('Done.'),
  ])
  const second = await claude.run({ prompt: 'Continue.', resume })
  expect(second.error).toBeUndefined()
  expect(lists(second)).toEqual(['1a Write tests completed, 1b Implement pending'])
})

// seed: phased-execution 80
it('tells how far the parts of a phase are while its one session runs', async () => {
  const root = dirname(claude.dir)
  createRepository(join(root, 'repo'))
  const steps = [
    call('TaskCreate', { subject: '1a Write tests', description: 'First.' }),
    call('TaskCreate', { subject: '1b Implement', description: 'Second.' }),
    call('TaskUpdate', { taskId: '1', status: 'in_progress' }),
    call('Bash', { command: 'echo test > greet.test.txt' }),
    call('TaskUpdate', { taskId: '1', status: 'completed' }),
    call('TaskUpdate', { taskId: '2', status: 'in_progress' }),
  ]
  const model: Script = (request, turn) => steps[turn] ?? finish(request, done('Both parts.'))
  claude.api.play(model)
  const run = await createRun({
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
    driver: claude.driver,
    host: nodeHost({ repo: join(root, 'repo'), slots: join(root, 'slots') }),
    trust: 'autonomous',
    artifacts: 'none',
    reviewers: [],
  })
  const told: string[] = []
  run.subscribe({}, (event: RunEvent) => {
    if ('subtaskId' in event) told.push(`${event.type} ${event.subtaskId} ${'claimed' in event}`)
  })
  const { status } = await run.start()
  expect(status).toBe('completed')
  expect(told).toEqual([
    'subtask_started 1a true',
    'subtask_completed 1a true',
    'subtask_started 1b true',
    'subtask_completed 1b true',
  ])
  const [first] = claude.api.requests
  expect(first && textOf(first)).toContain('Keep a todo list')
  expect(claude.api.requests.flatMap(toolResults)).toContainEqual(expect.stringContaining('Task #1 created'))
})
