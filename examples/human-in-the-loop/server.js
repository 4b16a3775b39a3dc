import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bearerTokens, createHandler } from '@amelia/http'

const page = new URL('page.html', import.meta.url)
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'",
}

/** Passes a request of Node to a handler of web-standard requests, and its response back. */
const pass = async (handler, request, response) => {
  const stop = new AbortController()
  response.once('close', () => stop.abort())
  const hasBody = !['GET', 'HEAD'].includes(request.method)
  const answer = await handler(
    new Request(new URL(request.url, `http://${request.headers.host}`), {
      method: request.method,
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      signal: stop.signal,
      ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) await pipeline(Readable.fromWeb(answer.body), response)
  else response.end()
}

/**
 * Serves the questions of all runs of a store on this machine. The page has no secret: it asks for the token.
 *
 * @param {{ store: import('@amelia/core').RunStoreV1, token: string }} options
 */
export const serveQuestions = ({ store, token }) => {
  const handler = createHandler({ store, authenticate: bearerTokens({ [token]: 'operate' }) })
  return createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, headers)
      return createReadStream(page).pipe(response)
    }
    // A viewer that leaves ends its stream, which is not an error.
    return pass(handler, request, response).catch(() => response.destroy())
  })
}
