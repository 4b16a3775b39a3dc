import { type DurableStorageLike, durableObjectStore } from '../../src/lib/durable-object-store.ts'
import { runContract } from './run-contract.ts'

interface Environment {
  readonly RUNS: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

/** A Durable Object that stores runs, as in an application. */
export class Runs {
  readonly #storage: DurableStorageLike
  constructor({ storage }: { storage: DurableStorageLike }) {
    this.#storage = storage
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/contract') return Response.json(await runContract(this.#storage))
    const store = durableObjectStore(this.#storage)
    if (pathname === '/append') {
      const lease = await store.acquire('kept')
      const before = await store.load('kept')
      await lease.append([{ seq: before.length + 1, value: 'x'.repeat(200_000) }])
    }
    const kept = await store.load('kept')
    const list = await store.list()
    return Response.json({
      lengths: kept.map(({ value }) => String(value).length),
      locked: list.map(({ locked }) => locked),
    })
  }
}

export default {
  fetch: (request: Request, { RUNS }: Environment): Promise<Response> =>
    RUNS.get(RUNS.idFromName('runs')).fetch(request),
}
