import { AmeliaError, type Host } from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'
import { Hono } from 'hono/tiny'
import { type Access, type Caller, levels } from './access/caller.ts'
import { checkSource } from './access/check-source.ts'
import { describeError } from './wire/describe-error.ts'
import { sendToRun } from './answer/send-to-run.ts'
import { readBody } from './answer/read-body.ts'
import { readChoices, readOffered } from './answer/read-choices.ts'
import { listRemote } from './answer/list-remote.ts'
import { readRemote } from './answer/read-remote.ts'
import { openStream } from './answer/open-stream.ts'
import { startRun } from './answer/start-run.ts'
import { checkHandlerOptions, type HandlerOptions } from './handler-options.ts'
import { checkPlanText } from './answer/check-plan-text.ts'
import { mayDo, readAccess } from './answer/read-access.ts'
import { readDetails } from './answer/read-details.ts'
import { resumeRun } from './answer/resume-run.ts'
import { revertRemote } from './answer/revert-remote.ts'
import type { WatchedHost } from './run-source.ts'
import type { Server } from './server.ts'
import { createRunFeeds } from './stream/run-feeds.ts'
import { refused } from './wire/refused.ts'

/**
 * Creates a handler of web-standard requests over the runs of a store, which any server can mount: Node,
 * Hono, Express, Next, Bun, Deno or a Worker. docs/use/http.md lists the paths.
 *
 * Every request is authenticated, after its `Host` and `Origin` are checked. The handler resolves to a
 * response for every request; errors are JSON, without stack traces.
 *
 * Throws `OPTION_INVALID`, also if `authenticate` is missing.
 */
export const createHandler = (options: HandlerOptions): ((request: Request) => Promise<Response>) => {
  checkHandlerOptions(options)
  const { host, authenticate, origins = [], basePath = '' } = options
  const onError = withoutErrors(options.onError ?? globalThis.console.error)
  const store = host?.store ?? options.store!
  const clock = host?.clock ?? timerClock()
  const server: Server = {
    source: host ? { host: { store, clock } } : { store },
    host: isComplete(host) ? host : undefined,
    ...{ store, clock, options, onError },
  }
  const app = createRoutes(server, basePath)

  const respond = async (request: Request): Promise<Response> => {
    if (!methods.includes(request.method)) throw refused('method', `Use one of ${methods.join(', ')}.`)
    const caller = readCaller(await identify(authenticate, request))
    if (!caller) throw refused('unauthenticated', 'Sign in first: this request has no valid credentials.')
    return app.fetch(request, { caller })
  }

  return async (request) => {
    let headers: Record<string, string> = {}
    let response: Response
    try {
      headers = checkSource(request, { hosts: options.hosts, origins })
      response = isPreflight(request, headers) ? preflight(request) : await respond(request)
    } catch (error) {
      response = refuse(error, onError)
    }
    for (const [name, value] of Object.entries({ ...always, ...headers })) response.headers.set(name, value)
    return response
  }
}

const isComplete = (host: WatchedHost | undefined): host is Host =>
  host?.git !== undefined && host.uniqueId !== undefined

/** An error of the caller's log must not keep a client from its response. */
const withoutErrors =
  (onError: (error: unknown) => void): ((error: unknown) => void) =>
  (error) => {
    try {
      onError(error)
    } catch {
      // It has no other place to go.
    }
  }

const methods = ['GET', 'POST']

const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

interface Environment {
  Bindings: { caller: Caller }
}

const createRoutes = (server: Server, basePath: string): Hono<Environment> => {
  const { options } = server
  const app = new Hono<Environment>().basePath(basePath) as Hono<Environment>
  const feeds = createRunFeeds(server)
  const streams = { feeds, open: 0 }
  const bodyOf = (request: Request) => readBody(request, options.maxBodyBytes ?? 1_000_000)

  app.get('/v1/openapi.json', async (c) =>
    c.json((await import('../openapi.json', { with: { type: 'json' } })).default as object),
  )
  app.get('/v1/runs', async (c) => c.json(await listRemote(server, new URL(c.req.url).searchParams)))
  app.get('/v1/runs/:runId', async (c) => c.json(await readRemote(server, c.req.param('runId'))))
  app.get('/v1/runs/:runId/events', (c) =>
    openStream(server, streams, c.req.raw, [c.req.param('runId')], true),
  )
  app.get('/v1/events', (c) => openStream(server, streams, c.req.raw, c.req.queries('run') ?? [], false))
  app.get('/v1/access', (c) => c.json(readAccess(server, c.env.caller)))
  app.get('/v1/runs/:runId/phases/:phaseId', async (c) =>
    c.json(await readDetails(server, c.req.param('runId')).phase(c.req.param('phaseId'))),
  )
  app.get('/v1/runs/:runId/transcripts/:name', async (c) =>
    c.json(await readDetails(server, c.req.param('runId')).transcript(c.req.param('name'))),
  )
  app.get('/v1/runs/:runId/diff', async (c) =>
    c.json(await readDetails(server, c.req.param('runId')).diff(c.req.query('phase'))),
  )
  app.get('/v1/start', async (c) => {
    allow(c.env.caller, 'start')
    return c.json(await readChoices(server, c.env.caller))
  })
  app.get('/v1/plan', async (c) => {
    allow(c.env.caller, 'start')
    return c.json(await readOffered(server, c.env.caller, c.req.query('path')))
  })
  app.post('/v1/check', async (c) =>
    c.json(await checkPlanText(server, c.env.caller, await bodyOf(c.req.raw))),
  )
  app.post('/v1/runs/:runId/resume', async (c) => {
    allow(c.env.caller, 'start')
    await bodyOf(c.req.raw)
    return resumeRun(server, c.env.caller, c.req.param('runId'))
  })
  app.post('/v1/runs/:runId/revert', async (c) => {
    allow(c.env.caller, 'operate')
    await bodyOf(c.req.raw)
    return c.json(await revertRemote(server, c.req.param('runId')))
  })
  app.post('/v1/runs/:runId/commands', async (c) => {
    allow(c.env.caller, 'operate')
    return sendToRun(server, c.env.caller, c.req.param('runId'), await bodyOf(c.req.raw))
  })
  app.post('/v1/runs', async (c) => {
    allow(c.env.caller, 'start')
    return startRun(server, c.env.caller, await bodyOf(c.req.raw))
  })
  app.notFound(() => {
    throw refused('not_found', 'Nothing is at this path. See /v1/openapi.json.')
  })
  app.onError((error) => refuse(error, server.onError))
  return app
}

/** Refuses a caller who may do less. */
const allow = (caller: Caller, access: Access): void => {
  if (!mayDo(caller, access)) throw refused('forbidden', `This needs the access \`${access}\`.`)
}

/** Calls `authenticate`. Its errors are those of the server, which may name what callers must not learn. */
const identify = async (
  authenticate: HandlerOptions['authenticate'],
  request: Request,
): Promise<Awaited<ReturnType<HandlerOptions['authenticate']>>> => {
  try {
    return await authenticate(request)
  } catch (error) {
    if (AmeliaError.is(error, 'REQUEST_REFUSED')) throw error
    const message = 'The caller could not be identified.'
    throw new AmeliaError('INTERNAL', message, { where: 'authenticate' }, { cause: error })
  }
}

/** Checks what `authenticate` returned. Anything but a caller and null is an error of the server. */
const readCaller = (value: unknown): Caller | null => {
  if (value === null || value === undefined) return null
  const access = typeof value === 'object' && 'access' in value ? value.access : undefined
  if (levels.some((level) => level === access)) return value as Caller
  const message = '`authenticate` must return { access } with read, operate or start, or null.'
  throw new AmeliaError('INTERNAL', message, { where: 'authenticate' })
}

const refuse = (error: unknown, onError: (error: unknown) => void): Response => {
  const { status, error: described } = describeError(error)
  if (status >= 500 && !AmeliaError.is(error, 'REQUEST_REFUSED')) onError(error)
  return Response.json({ error: described }, { status })
}

/** A page of an allowed origin asks what it may send. */
const isPreflight = (request: Request, headers: object): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.has('access-control-request-method') &&
  'access-control-allow-origin' in headers

const preflight = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '600',
    },
  })
