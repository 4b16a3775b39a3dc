import { createRun, readPlan, type Run } from '@amelia/core'
import { bashRunner } from '@amelia/commands-bash'
import {
  cloneRepository,
  createRepository,
  isomorphicHost,
  memoryFileSystem,
  type PromiseFileSystem,
  pushBranch,
} from '@amelia/git-isomorphic'
import { phaseTable } from '@amelia/parser-phase-table'
import http from 'isomorphic-git/http/web'
import { type Order, readOrder, type Remote } from './read-order.ts'

interface Environment {
  /** Prefixes of the remotes that may be cloned and pushed to, separated by commas. Default: none. */
  readonly REMOTES?: string
}

const identity = { name: 'Amelia at the edge', email: 'amelia@edge.invalid' }
const dir = '/repo'

const remoteOptions = (fs: PromiseFileSystem, { username, password }: Remote) => ({
  fs,
  dir,
  http,
  ...(password === undefined ? {} : { onAuth: () => ({ username: username ?? 'git', password }) }),
})

/** Creates the run of an order, in a new repository in memory. Throws for an invalid plan or remote. */
const prepare = async ({ plan, files, remote }: Order, fs: PromiseFileSystem): Promise<Run> => {
  if (remote === undefined) await createRepository({ fs, dir, identity, files })
  else await cloneRepository({ ...remoteOptions(fs, remote), url: remote.url })
  return createRun({
    plan: readPlan(plan, { parsers: [phaseTable()] }),
    host: isomorphicHost({ fs, dir, identity, commands: bashRunner() }),
    trust: 'autonomous',
    // Sending a plan approves its commands: they can access only the repository in memory.
    planApproved: true,
  })
}

/** Executes an order. Streams each event, and the result at the end. */
const carryOut = async (order: Order, tell: (value: unknown) => Promise<void>): Promise<void> => {
  const fs = memoryFileSystem()
  try {
    const run = await prepare(order, fs)
    // Stops the run when the client disconnects.
    run.subscribe({}, (event) => void tell(event).catch(() => run.cancel()))
    const { status, target } = await run.start()
    const commit = await isomorphicHost({ fs, dir }).git.readRef(target)
    const { remote } = order
    const pushed = remote !== undefined && status === 'completed'
    if (pushed) await pushBranch({ ...remoteOptions(fs, remote), branch: target })
    await tell({ type: 'result', status, target, commit, pushed })
  } catch (error) {
    const { code = 'FAILED', message } = error as { code?: string; message: string }
    await tell({ type: 'result', status: 'refused', code, message })
  }
}

/** One line of JSON per value. */
const stream = (order: Order): Response => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const tell = (value: unknown): Promise<void> =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  // A disconnected client receives nothing.
  void carryOut(order, tell)
    .then(() => writer.close())
    .catch(() => {})
  return new Response(readable, { headers: { 'content-type': 'application/x-ndjson' } })
}

const usage = 'POST a plan: {"plan": "...", "files": {"path": "text"}, "remote": {"url": "https://..."}}\n'

export default {
  async fetch(request: Request, { REMOTES = '' }: Environment): Promise<Response> {
    if (request.method !== 'POST') return new Response(usage, { status: 405, headers: { allow: 'POST' } })
    const order = readOrder(await request.text(), REMOTES.split(',').filter(Boolean))
    return 'problem' in order ? Response.json(order, { status: 400 }) : stream(order)
  },
}
