import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileStore } from '@amelia/node'
import { createAdaptorServer } from '@hono/node-server'
import type { RunEvent } from '@amelia/core'
import { expect, it, onTestFinished } from 'vitest'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { appendRecords, type RecordedRun, recordRun } from '../../../test/recorded-run.ts'
import { type Client, createClient } from '../src/client.ts'
import { bearerTokens, createHandler } from '../src/index.ts'

const token = 'the-token-of-the-viewers'

/** Serves the runs on a free port of this machine. */
const serve = async (dir: string): Promise<{ server: Server; client: Client; retries: unknown[] }> => {
  const handler = createHandler({
    store: fileStore({ dir }),
    authenticate: bearerTokens({ [token]: 'read' }),
  })
  const server = createAdaptorServer({ fetch: handler, overrideGlobalObjects: false }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const retries: unknown[] = []
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: { authorization: `Bearer ${token}` },
    onRetry: (error) => retries.push(error),
  })
  return { server, client, retries }
}

const watch = async (client: Client, { runId, events }: RecordedRun) => {
  const after = Math.floor(Math.random() * events.length)
  const seen: RunEvent[] = []
  for await (const event of client.watch({ runId, after })) seen.push(event)
  return { after, seen }
}

/** `WATCH_ROUNDS=100` takes several minutes. */
const rounds = Number(process.env['WATCH_ROUNDS'] ?? (isLong ? 15 : 1))

it(
  'yields every event once to 50 viewers, while connections are cut and the writer is killed',
  async () => {
    for (let round = 0; round < rounds; round++) {
      const recorded = await recordRun()
      const { server, client, retries } = await serve(recorded.dir)
      const viewers = Array.from({ length: 20 }, () => watch(client, recorded))
      let kills = 0
      while (
        !(await appendRecords(recorded, 5 + Math.floor(Math.random() * recorded.records.length * 0.2)))
      ) {
        kills++
        server.closeAllConnections()
        viewers.push(...Array.from({ length: kills === 1 ? 20 : 1 }, () => watch(client, recorded)))
      }
      while (viewers.length < 50) viewers.push(watch(client, recorded))
      for (const { after, seen } of await Promise.all(viewers))
        expect(seen).toEqual(recorded.events.slice(after))
      expect(kills).toBeGreaterThan(0)
      expect(retries.length).toBeGreaterThan(0)
    }
  },
  60_000 + rounds * 30_000,
)
