import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { setCodexStage } from './codex-stage.ts'
import { run, say } from './fake-responses.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A proxy that rejects and records all requests. */
const startProxy = async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('connects only to its server', async () => {
  const { asked, url } = await startProxy()
  const { NO_PROXY: _, no_proxy: __, ...rest } = process.env
  const environment = { ...rest, HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url }
  const answer = ({ outputs }: { outputs: string[] }) =>
    outputs.length === 0 ? [run('echo x > x.txt')] : [say('done')]

  const stage = await setCodexStage(answer, {}, { environment: { ...environment, NO_PROXY: '127.0.0.1' } })
  const first = await stage.session()
  await stage.session({ resume: first.sessionId!, access: 'read' })
  expect(stage.model.requests.length).toBeGreaterThanOrEqual(3)
  expect(asked).toEqual([])

  // The proxy does see requests that are not exempt from it.
  const seen = await setCodexStage(answer, {}, { environment })
  await expect(seen.session()).rejects.toMatchObject({ code: 'DRIVER_FAILED' })
  expect([...new Set(asked)]).toEqual([expect.stringContaining('/v1/responses')])
  expect(seen.model.requests).toHaveLength(0)
})
