import type * as loaded from '../start/loaded-late.ts'

type Engine = typeof loaded

let engine: Promise<Engine> | undefined

/** What acts, loaded when it is first asked for, and then there. Where it could not be loaded it is tried again the next time. */
export const loadEngine = (): Promise<Engine> =>
  (engine ??= import('../start/loaded-late.ts').catch((error: unknown) => {
    engine = undefined
    throw error
  }))
