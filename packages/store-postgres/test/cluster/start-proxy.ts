import { createServer, connect as open, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to the server that a test can cut. */
export interface Proxy {
  port: number
  /** Drops the response to the next statement that contains a text, and cuts its connection. */
  loseAnswerTo(text: string): void
  /** How many responses were dropped. */
  lost(): number
  /** Cuts all connections. */
  cut(): void
}

/** Starts a proxy in front of a server on loopback. */
export const startProxy = async (target: number): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  let text: string | null = null
  let lost = 0
  const server = createServer((from) => {
    const to = open(target, '127.0.0.1')
    let drops = false
    const end = (): void => {
      from.destroy()
      to.destroy()
    }
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    from.on('data', (data) => {
      if (text !== null && data.includes(text)) {
        text = null
        drops = true
      }
      to.write(data)
    })
    to.on('data', (data) => {
      if (!drops) return void from.write(data)
      lost += 1
      end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as { port: number }).port,
    loseAnswerTo(next) {
      text = next
    },
    lost: () => lost,
    cut,
  }
}
