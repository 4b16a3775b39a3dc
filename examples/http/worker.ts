import { bashRunner } from '@amelia/commands-bash'
import { type Host, readPlan } from '@amelia/core'
import { createRepository, isomorphicHost, memoryFileSystem } from '@amelia/git-isomorphic'
import { type DurableStorageLike, durableObjectStore } from '@amelia/store-key-value'
import { bearerTokens, createHandler } from '@amelia/http'
import { phaseTable } from '@amelia/parser-phase-table'

interface Environment {
  readonly RUNS: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
  /** The token of the callers. */
  readonly TOKEN: string
}

const identity = { name: 'Amelia at the edge', email: 'amelia@edge.invalid' }
const dir = '/repo'

/**
 * Runs uploaded plans in a repository in memory, and serves the runs. All requests go to this object, so that
 * runs and streams outlive the request that began them.
 */
export class Runs {
  readonly #handle: (request: Request) => Promise<Response>

  constructor({ storage }: { storage: DurableStorageLike }, { TOKEN }: Environment) {
    const store = durableObjectStore(storage)
    let preparing: Promise<Host> | undefined
    const prepare = async (): Promise<Host> => {
      const fs = memoryFileSystem()
      await createRepository({ fs, dir, identity, files: { 'README.md': '# Sky\n' } })
      return isomorphicHost({ fs, dir, identity, store, commands: bashRunner() })
    }
    this.#handle = createHandler({
      store,
      // In production, add `hosts: ['runs.example.com']`.
      authenticate: bearerTokens({ [TOKEN]: 'start' }),
      async allowStart({ plan: text }) {
        const plan = readPlan(text, { parsers: [phaseTable()] })
        // Sending a plan approves its commands: they can access only the repository in memory.
        return { plan, host: await (preparing ??= prepare()), trust: 'autonomous', planApproved: true }
      },
    })
  }

  fetch(request: Request): Promise<Response> {
    return this.#handle(request)
  }
}

export default {
  fetch: (request: Request, { RUNS }: Environment): Promise<Response> =>
    RUNS.get(RUNS.idFromName('runs')).fetch(request),
}
