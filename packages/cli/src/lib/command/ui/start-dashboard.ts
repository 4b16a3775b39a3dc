import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { bearerTokens, createHandler, type HandlerOptions } from '@amelia/http'
import type { Host } from '@amelia/core'
import { serve } from '@hono/node-server'
import { countProven } from '../../stored/read-base.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkFromPage } from './check-from-page.ts'
import { createOneTimeCode } from './one-time-code.ts'
import { fixedToken, type PageAccess, type PageToken } from './page-access.ts'
import { builtPage, readPageFiles } from './read-page-files.ts'
import { servePage } from './serve-page.ts'

export interface StartDashboardOptions
  extends Pick<HandlerOptions, 'allowStart' | 'describeStart' | 'readPlan' | 'allowResume' | 'onError'> {
  host: Host
  /** The repository in which proofs are noted. */
  repo: string
  /** Default: the kept port, if it is free, or else a free one. */
  port?: number | undefined
  /** The kept token and port, so that open pages survive a restart. Default: new ones. */
  access?: PageAccess | undefined
  /** The token of the API. Default: the kept one. */
  token?: PageToken | undefined
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
  const { host, repo, port, access, readOnly, page = builtPage, onError } = options
  const { allowStart, describeStart, readPlan, allowResume } = options
  const files = await readPageFiles(page)
  const token = options.token ?? access?.token ?? fixedToken()
  const codes = new Set<ReturnType<typeof createOneTimeCode>>()
  const handler = createHandler({
    host,
    authenticate: (request) => bearerTokens({ [token.read()]: readOnly ? 'read' : 'start' })(request),
    findProven: (request) => countProven(repo, request),
    checkPlan: checkFromPage(host.git),
    ...(allowStart && !readOnly && { allowStart }),
    ...(describeStart && !readOnly && { describeStart }),
    ...(readPlan && !readOnly && { readPlan }),
    ...(allowResume && !readOnly && { allowResume }),
    ...(onError && { onError }),
  })
  const redeem = async (request: Request): Promise<Response> => {
    const { code } = (await request.json().catch(() => ({}))) as { code?: unknown }
    const isValid = [...codes].some((each) => each.redeem(code))
    return isValid
      ? Response.json({ token: token.read() })
      : plain('This address was used before, or is too old.', 403)
  }
  const respond = async (request: Request): Promise<Response> => {
    const { pathname, host: name } = new URL(request.url)
    if (pathname.startsWith('/v1/')) return handler(request)
    const own = names.map((each) => `${each}:${bound.port}`)
    if (!own.includes(name.toLowerCase())) return plain(wrongName(bound.port), 421)
    if (pathname === '/session' && request.method === 'POST')
      return request.headers.get('origin') === `http://${name}` ? redeem(request) : plain('Not allowed.', 403)
    const file = files.get(pathname)
    if (!file) return plain('Nothing is at this path.', 404)
    return request.method === 'GET' ? servePage(file) : plain('Use GET.', 405)
  }
  const listen = async (at: number): Promise<ReturnType<typeof serve>> => {
    const server = serve({ fetch: respond, hostname: '127.0.0.1', port: at })
    await once(server, 'listening')
    return server
  }
  let server: ReturnType<typeof serve>
  try {
    // Another server may have the kept port.
    server = await listen(port ?? access?.port ?? 0).catch((error: unknown) => {
      if (port !== undefined || access?.port === undefined) throw error
      return listen(0)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'needs more privileges' : undefined
    if (why === undefined) throw error
    throw usageError(`Port ${port} ${why}.`, 'Choose another with --port N, or leave it out.')
  }
  const bound = server.address() as AddressInfo
  access?.keepPort(bound.port)
  const endConnections = (): void => {
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  // A stream was authenticated when it began: a new request needs the new token.
  const stopWatching = token.watch(endConnections)
  const address = (fragment: Record<string, string>, runId: string | undefined): string =>
    `http://127.0.0.1:${bound.port}/#${new URLSearchParams({ ...fragment, ...(runId && { run: runId }) })}`

  return {
    url: (runId) => address({ token: token.read() }, runId),
    urlOnce(runId) {
      const code = createOneTimeCode(host.clock)
      codes.add(code)
      return address({ code: code.code }, runId)
    },
    async close() {
      stopWatching()
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      endConnections()
      await closed
    },
  }
}

const names = ['127.0.0.1', 'localhost']

const wrongName = (port: number): string =>
  `This server does not answer under this host name. Forward port ${port} of the other machine to 127.0.0.1:${port} here, and open http://127.0.0.1:${port} there: ssh -L ${port}:127.0.0.1:${port} HOST`

const plain = (text: string, status: number): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
