import { createRun, type RunEvent, type RunOptions } from '@amelia/core'
import { memoryHost, recordEvents } from '@amelia/core/testing'
import { createClient, type ClientOptions } from '../src/client.ts'
import { createHandler, type HandlerOptions } from '../src/index.ts'

export const address = 'http://localhost:4000'

const phases = ['a', 'b', 'c'].map((id, index, ids) => ({
  id,
  title: `Phase ${id}`,
  dependsOn: ids.slice(0, index).slice(-1),
  subtasks: [
    {
      id: `${id}.1`,
      title: 'Write',
      steps: [{ id: `s${id}`, action: 'code' as const, filePath: `${id}.txt`, codeChange: 'x\n' }],
    },
  ],
}))

/** Options of a run that needs nobody. */
export const alone = { plan: { title: 'Three', phases }, trust: 'autonomous', planApproved: true } as const

/** Creates a host, a run on it that has not started, and its handler, for a caller who may do everything. */
export const serveRun = async (more: Partial<HandlerOptions> = {}, options: Partial<RunOptions> = {}) => {
  const host = memoryHost({ clock: 'manual' })
  const run = await createRun({ host, ...alone, reviewers: [], artifacts: 'none', ...options })
  const events: RunEvent[] = recordEvents(run)
  const handler = createHandler({
    host,
    authenticate: () => ({ access: 'start' }),
    onError: () => {},
    ...more,
  })
  return { host, run, events, handler, runId: run.id }
}

/** Creates a client that calls a handler without a network. */
export const clientOf = (
  handler: (request: Request) => Promise<Response>,
  more: Partial<ClientOptions> = {},
) => createClient({ baseUrl: address, fetch: (url, init) => handler(new Request(url, init)), ...more })

export const collect = async <Value>(values: AsyncIterable<Value>): Promise<Value[]> => {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

/** Sends a request, and returns the status and the body. */
export const sendTo = async (
  handler: (request: Request) => Promise<Response>,
  path: string,
  { body, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
) => {
  const json = body !== undefined && {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
  }
  const response = await handler(new Request(address + path, { ...init, ...json }))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text && JSON.parse(text)) as never,
    text,
  }
}
