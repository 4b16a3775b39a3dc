import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it, onTestFinished } from 'vitest'

/** Runs one phase whose session awaits a server, within a limit of 1 s. */
const awaitServer = async (url: string): Promise<string> => {
  const driver = createScriptedDriver(async ({ workspace }, { signal }) => {
    const response = await fetch(url, { signal })
    await workspace.fs.writeFile('/answer.txt', await response.text())
  })
  const run = await createRun({
    plan: { goal: 'Ask', phases: [{ id: 'a', title: 'Ask' }] },
    ...{ host: memoryHost(), driver, trust: 'autonomous', reviewers: [], artifacts: 'none' },
    ...{ sessionTimeoutMs: 1_000, maxAttempts: 1 },
  })
  return (await run.start()).status
}

it('a session that awaits a server for 300 ms is never timed out by a limit of 1 s, in 200 runs', async () => {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('answered\n'), 300)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const ends: string[] = []
  // 50 runs at a time, so each of them competes for the processor.
  for (let batch = 0; batch < 4; batch += 1)
    ends.push(...(await Promise.all(Array.from({ length: 50 }, () => awaitServer(url)))))
  expect(ends).toEqual(Array.from({ length: 200 }, () => 'completed'))
})
