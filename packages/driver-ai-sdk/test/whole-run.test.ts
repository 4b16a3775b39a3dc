import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createRun, driverReviewer } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { type ChatRequest, type ChatTurn, calls, startChatServer } from './chat-server.ts'

/** A stateless model: its responses depend only on the conversation, as with a real one. */
const model: ChatTurn = (response, request) => {
  const { messages } = request
  const asked = [...messages].reverse().find(({ role }) => role === 'user')?.content ?? ''
  const turn = messages.filter(({ role }) => role === 'assistant').length
  const isReview = asked.includes('You review phase')
  const turns = isReview ? review : asked.includes('working on phase 1 ') ? writesTest : implementsSum
  const play = turns[turn] ?? calls(['answer', report])
  play(response, request)
}
const report = { status: 'done', summary: 'It is there.', subtasks: [], files: [], notDone: [] }
const writesTest = [
  calls(['list', {}]),
  calls(['write', { path: 'sum.test.js', content: 'sum(1, 2) is 3\n' }]),
]
const implementsSum = [
  calls(['search', { text: 'sum' }], ['read', { path: 'sum.test.js' }]),
  calls(['write', { path: 'sum.js', content: 'sum = (a, b) => a - b\n' }]),
  calls(['edit', { path: 'sum.js', old: 'a - b', new: 'a + b' }], ['run', { argv: ['test'] }]),
]
const review = [
  calls(['list', {}], ['write', { path: 'planted.txt', content: 'x' }]),
  calls(['answer', { approved: true, summary: 'Good.', comments: [] }]),
]

it('completes a plan, test-first, over HTTP and in memory: one reviewed commit per phase', async () => {
  const server = await startChatServer(model)
  try {
    const host = memoryHost({
      // The tests of the project: they fail while a test exists without its implementation.
      async commands({ workspace: { fs } }) {
        const names = await fs.readdir('/')
        if (!names.includes('sum.test.js')) return 0
        if (!names.includes('sum.js')) return { exitCode: 1, output: 'not ok 1 - sum(1, 2) is 3' }
        const code = new TextDecoder().decode(await fs.readFile('/sum.js'))
        return code.includes('a + b') ? { exitCode: 0, output: 'ok 1' } : { exitCode: 1, output: 'not ok 1' }
      },
    })
    const driver = apiAgent({
      model: createOpenAICompatible({ name: 'local', baseURL: server.url })('m'),
      commands: true,
    })
    const run = await createRun({
      plan: {
        title: 'Sum',
        phases: [
          {
            id: '1',
            title: 'Test of the sum',
            subtasks: [{ id: 't', title: 'Write the test', type: 'test' }],
          },
          {
            id: '2',
            title: 'The sum',
            dependsOn: ['1'],
            subtasks: [{ id: 'i', title: 'Write the sum', type: 'impl', dependsOn: ['t'] }],
          },
        ],
      },
      driver,
      host,
      verify: { test: ['test'] },
      tdd: 'full',
      reviewers: [driverReviewer()],
      trust: 'autonomous',
      planApproved: true,
      artifacts: 'none',
    })
    const tools: string[] = []
    run.on('session_progress', ({ progress }) => void (progress.type === 'tool' && tools.push(progress.name)))
    const report = await run.start()
    expect(report.phases.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(new Set(report.phases.map(({ commit }) => commit)).size).toBe(2)
    expect(report).toMatchObject({ status: 'completed', spent: { tokens: 15 * server.requests.length } })

    const { fs } = await host.git.openWorkspace({ runId: 'look', base: report.head })
    const text = async (path: string) => new TextDecoder().decode(await fs.readFile(path))
    expect(await text('/sum.js')).toBe('sum = (a, b) => a + b\n')
    expect(await text('/sum.test.js')).toBe('sum(1, 2) is 3\n')
    expect(await fs.readdir('/')).not.toContain('planted.txt')
    expect(tools).toEqual(expect.arrayContaining(['list', 'write', 'search', 'read', 'edit', 'run']))
    // Three requests for the test, four for the sum, and two for each review.
    expect(server.requests).toHaveLength(3 + 4 + 2 + 2)
    const roles = new Set(
      server.requests.map(({ body }: { body: ChatRequest }) => body.messages[0]?.content?.split('.')[0]),
    )
    expect(roles).toEqual(
      new Set(['You are a software developer', 'You review a change to a software project']),
    )
  } finally {
    await server.close()
  }
})
