import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * Starts a proxy that stands for the network between a page and its server. `cut` breaks all connections and
 * refuses new ones until `restore`.
 */
export const startNetwork = async () => {
  let isCut = false
  const server = createServer((asked, response) => {
    const { url, method, headers } = asked
    const forwarded = request(url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  server.on('connection', (socket) => isCut && socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    proxy: { server: `http://127.0.0.1:${server.address().port}` },
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
