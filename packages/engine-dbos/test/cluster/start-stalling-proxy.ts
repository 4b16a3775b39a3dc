import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can stall, as a network partition does. */
export interface StallingProxy {
  port: number
  /** Passes nothing on, in both directions, and keeps the connections open. */
  stall(): void
  /** Passes on what has arrived since then, and everything after it. */
  release(): void
  /** Calls a function before the next statement that contains a text is passed on, or after its response. */
  atNext(text: string, when: 'before' | 'after', call: () => void): void
  stop(): void
}

/** Starts a proxy in front of a server on loopback. */
export const startStallingProxy = async (target: number): Promise<StallingProxy> => {
  const sockets = new Set<Socket>()
  let isStalled = false
  let watched: { text: string; when: 'before' | 'after'; call: () => void } | null = null
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    let answered: (() => void) | null = null
    from.on('data', (data) => {
      if (watched !== null && data.includes(watched.text)) {
        const { when, call } = watched
        watched = null
        if (when === 'before') return void call()
        answered = call
      }
      to.write(data)
    })
    to.on('data', (data) => {
      if (answered !== null) return void answered()
      from.write(data)
    })
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (isStalled) socket.pause()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as { port: number }).port,
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    atNext(text, when, call) {
      watched = { text, when, call }
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
