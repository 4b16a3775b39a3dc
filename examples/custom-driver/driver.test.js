import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { chatAgent } from './driver.js'

/** A model that writes a file, and then says that it is done. */
const startModel = async () => {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const isDone = JSON.parse(text).messages.at(-1).role === 'tool'
      const call = { name: 'write', arguments: JSON.stringify({ path: '/poem.txt', content: 'Roses.\n' }) }
      const message = isDone
        ? { role: 'assistant', content: 'Done.' }
        : { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] }
      const usage = { prompt_tokens: 10, completion_tokens: 5 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message }], usage }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('the agent writes a file, and its tokens are counted', async () => {
  const server = await startModel()
  const url = `http://127.0.0.1:${server.address().port}/v1`
  const host = memoryHost()
  const run = await createRun({
    plan: { phases: [{ id: '1', title: 'Write a poem' }] },
    driver: chatAgent({ url, key: 'none', model: 'm' }),
    host,
    reviewers: [],
    trust: 'autonomous',
    planApproved: true,
  })
  const { status, head, spent } = await run.start()
  assert.equal(status, 'completed')
  assert.equal(spent.tokens, 30)
  assert.equal(new TextDecoder().decode(await host.git.readFile(head, 'poem.txt')), 'Roses.\n')
  server.closeAllConnections()
  server.close()
})
