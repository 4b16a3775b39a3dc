import type { SessionRequest } from '../../contract/driver.ts'

/** A session of a scripted driver. A resume continues it. */
export interface ScriptedSession {
  /** The session's id, unique in its driver. */
  readonly id: string
  /** Its requests: the first one, and those that resumed it. */
  readonly requests: SessionRequest[]
  /** The texts of people that it received while it ran, in order. */
  readonly texts: string[]
  /** The names of the parts that it finished, in order. */
  readonly done: string[]
  /** Does a part of the work, unless the session finished that part before. */
  once(name: string, work: () => unknown): Promise<void>
}

export const createScriptedSession = (id: string): ScriptedSession => {
  const done: string[] = []
  return {
    id,
    requests: [],
    texts: [],
    done,
    async once(name, work) {
      if (done.includes(name)) return
      await work()
      done.push(name)
    },
  }
}
