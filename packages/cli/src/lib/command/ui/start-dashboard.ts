import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { bearerTokens, createHandler, type HandlerOptions } from '@amelia/http'
import type { Host } from '@amelia/core'
import { serve } from '@hono/node-server'
import { usageError } from '../../terminal/usage-error.ts'
import { checkFromPage } from './check-from-page.ts'
import { createOneTimeCode } from './one-time-code.ts'
import { builtPage, readPageFiles } from './read-page-files.ts'
import { servePage } from './serve-page.ts'

export interface StartDashboardOptions
  extends Pick<HandlerOptions, 'allowStart' | 'allowResume' | 'onError'> {
  host: Host
  /** Default: a free port. */
  port?: number | undefined
  /** The token of the API. Default: a new one. A given one makes the address survive a restart. */
  token?: string | undefined
  /** Whether the page can only read. */
  readOnly: boolean
  /** The folder of the page. Default: the one of this build. */
  page?: string
}

/** A server of the dashboard on this machine. */
export interface DashboardServer {
  /** The address for a person, with the token in its fragment, which browsers send to nobody. */
  url(runId?: string): string
  /** An address for the arguments of a program: it is valid once, for a minute. */
  urlOnce(runId?: string): string
  /** Ends all connections. */
  close(): Promise<void>
}

/**
 * Serves the dashboard, and the API that it uses, on the loopback address only. Throws a usage error if the
 * port is taken, or reserved for the administrator.
 */
export const startDashboard = async (options: StartDashboardOptions): Promise<DashboardServer> => {
  const { host, port = 0, readOnly, page = builtPage, allowStart, allowResume, onError } = options
  const files = await readPageFiles(page)
  const { token = randomBytes(32).toString('base64url') } = options
  const codes = new Set<ReturnType<typeof createOneTimeCode>>()
  const handler = createHandler({
    host,
    authenticate: bearerTokens({ [token]: readOnly ? 'read' : 'start' }),
    checkPlan: checkFromPage(host.git),
    ...(allowStart && !readOnly && { allowStart }),
    ...(allowResume && !readOnly && { allowResume }),
    ...(onError && { onError }),
  })
  const redeem = async (request: Request): Promise<Response> => {
    const { code } = (await request.json().catch(() => ({}))) as { code?: unknown }
    const isValid = [...codes].some((each) => each.redeem(code))
    return isValid ? Response.json({ token }) : plain('This address was used before, or is too old.', 403)
  }
  const respond = async (request: Request): Promise<Response> => {
    const { pathname, host: name } = new URL(request.url)
    if (pathname.startsWith('/v1/')) return handler(request)
    const own = names.map((each) => `${each}:${bound.port}`)
    if (!own.includes(name.toLowerCase()))
      return plain('This server does not answer under this host name.', 421)
    if (pathname === '/session' && request.method === 'POST')
      return request.headers.get('origin') === `http://${name}` ? redeem(request) : plain('Not allowed.', 403)
    const file = files.get(pathname)
    if (!file) return plain('Nothing is at this path.', 404)
    return request.method === 'GET' ? servePage(file) : plain('Use GET.', 405)
  }
  const server = serve({ fetch: respond, hostname: '127.0.0.1', port })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'needs more privileges' : undefined
    if (why === undefined) throw error
    throw usageError(`Port ${port} ${why}.`, 'Choose another with --port N, or leave it out.')
  }
  const bound = server.address() as AddressInfo
  const address = (fragment: Record<string, string>, runId: string | undefined): string =>
    `http://127.0.0.1:${bound.port}/#${new URLSearchParams({ ...fragment, ...(runId && { run: runId }) })}`

  return {
    url: (runId) => address({ token }, runId),
    urlOnce(runId) {
      const code = createOneTimeCode(host.clock)
      codes.add(code)
      return address({ code: code.code }, runId)
    },
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

const names = ['127.0.0.1', 'localhost']

const plain = (text: string, status: number): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
