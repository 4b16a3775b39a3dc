import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Lists the ports that a process listens on, by TCP or UDP, on any address. Needs `/proc`. */
export const listeningPorts = (pid: number): number[] => {
  const sockets = listSockets(pid)
  if (sockets.size === 0) return []
  const ports = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((protocol) => {
    // TCP in the state LISTEN, UDP bound without a peer.
    const listens = protocol.startsWith('tcp') ? '0A' : '07'
    return read(`/proc/${pid}/net/${protocol}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === listens && sockets.has(inode))
      .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16))
  })
  return [...new Set(ports)]
}

/** The inodes of the open sockets of a process. */
const listSockets = (pid: number): Set<string> => {
  const folder = `/proc/${pid}/fd`
  const sockets = new Set<string>()
  try {
    for (const name of readdirSync(folder)) {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`)) ?? []
      if (inode !== undefined) sockets.add(inode)
    }
  } catch {
    // It has ended, or closed the file.
  }
  return sockets
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
