import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy on loopback that rejects and records all requests. */
export interface LoggingProxy {
  url: string
  /** One line for each request: `CONNECT host:port` or `GET http://...`. */
  seen: string[]
  close(): Promise<void>
}

export const createLoggingProxy = async (): Promise<LoggingProxy> => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Refused\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
