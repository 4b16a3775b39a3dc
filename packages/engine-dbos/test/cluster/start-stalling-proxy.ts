import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can stall, as a network partition does. */
export interface StallingProxy {
  port: number
  /** Passes nothing on, in both directions, and keeps the connections open. */
  stall(): void
  /** Passes on what has arrived since then, and everything after it. */
  release(): void
  /** Closes all connections, also new ones, until the returned function is called. */
  refuse(): () => void
  /** Calls a function at a statement: once before it is passed on, or once before its response is. */
  atNext(watch: WatchedStatement): void
  stop(): void
}

/** A statement at which a process is to be interrupted: neither it nor its response is passed on. */
export interface WatchedStatement {
  /** Texts that it contains. */
  texts: readonly string[]
  /** How many such statements pass before it. */
  skip?: number
  when: 'before' | 'after'
  call(): void
}

/** Starts a proxy in front of a server on loopback. Default: on any port there. */
export const startStallingProxy = async (
  target: number,
  place = { host: '127.0.0.1', port: 0 },
): Promise<StallingProxy> => {
  const sockets = new Set<Socket>()
  let isStalled = false
  let isRefusing = false
  let watched: WatchedStatement | null = null
  /** Returns the watched statement, once. */
  const find = (data: Buffer): WatchedStatement | null => {
    if (watched === null || !watched.texts.every((text) => data.includes(text))) return null
    const { skip = 0 } = watched
    const found = watched
    watched = skip === 0 ? null : { ...watched, skip: skip - 1 }
    return watched === null ? found : null
  }
  const server = createServer((from) => {
    if (isRefusing) return void from.destroy()
    const to = connect(target, '127.0.0.1')
    let answered: (() => void) | null = null
    from.on('data', (data) => {
      const found = find(data)
      if (found?.when === 'before') return found.call()
      if (found) answered = found.call
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
  }).listen(place.port, place.host)
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
    refuse() {
      isRefusing = true
      for (const socket of sockets) socket.destroy()
      return () => {
        isRefusing = false
      }
    },
    atNext(watch) {
      watched = watch
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
