import { createServer } from 'node:net'
import { rangeSize } from './list-ranges.ts'

/**
 * Whether no program listens on a port of a range, on any address: a listener on `::1` collides only with a
 * probe of `::`, and on a machine without IPv6 only `0.0.0.0` can be probed.
 */
export const isRangeFree = async (first: number): Promise<boolean> => {
  const ports = Array.from({ length: rangeSize }, (_, index) => first + index)
  for (const host of ['::', '0.0.0.0']) {
    const free = await Promise.all(ports.map((port) => isFree(port, host)))
    if (free.includes(false)) return false
  }
  return true
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'EADDRINUSE' && code !== 'EACCES'),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
