import type { Peers } from '../peer/peers.ts'
import { Missing } from '../peer/peers.ts'
import type { OpenKeeper } from './journal-subjects.ts'

/** The part of DBOS that is used. */
interface DbosModule {
  DBOS: {
    setConfig(config: object): void
    registerWorkflow(body: () => Promise<void>, options: { name: string }): () => Promise<void>
    runStep(body: () => Promise<unknown>, options: { name: string }): Promise<unknown>
    launch(): Promise<void>
    shutdown(): Promise<void>
  }
}

const silent = { info() {}, debug() {}, warn() {}, error() {} }

/** Loads DBOS: each transition is a step of one workflow. */
export const loadDbosKeeper = async (peers: Peers, database: string): Promise<OpenKeeper | Missing> => {
  const loaded = await peers.load<DbosModule>('dbos', '@dbos-inc/dbos-sdk')
  if (loaded instanceof Missing) return loaded
  const { DBOS } = loaded
  let next = defer()
  let done = defer()
  let isOver = false
  let value: unknown
  const workflow = DBOS.registerWorkflow(
    async () => {
      for (;;) {
        await next.promise
        if (isOver) return
        next = defer()
        await DBOS.runStep(() => Promise.resolve(value), { name: 'transition' })
        done.resolve()
      }
    },
    { name: 'run' },
  )
  return async (_, before) => {
    DBOS.setConfig({ name: 'bench', systemDatabaseUrl: database, logger: silent, runAdminServer: false })
    await DBOS.launch()
    isOver = false
    value = before.at(-1)?.value
    const ended = workflow()
    return {
      save() {
        done = defer()
        next.resolve()
        return done.promise
      },
      async close() {
        isOver = true
        next.resolve()
        await ended
        next = defer()
        await DBOS.shutdown()
      },
    }
  }
}

const defer = (): { promise: Promise<void>; resolve(): void } => {
  let resolve = (): void => {}
  const promise = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve: () => resolve() }
}
