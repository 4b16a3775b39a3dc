import type * as engine from './start/engine.ts'

type Engine = typeof engine

let loading: Promise<Engine> | undefined

/** Loads the engine on the first call. A failed load is retried by the next call. */
export const loadEngine = (): Promise<Engine> =>
  (loading ??= import('./start/engine.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  }))
