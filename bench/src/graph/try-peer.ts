import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Peers } from '../peer/peers.ts'

/** A peer, and the graph that it orders. */
export interface PeerTrial {
  name: string
  shape: 'random' | 'chain'
  size: number
}

/** The result of a trial. */
export interface Tried {
  /** The CPU time of one run; infinite if it failed. */
  seconds: number
  /** Why there is a failure instead of a figure. */
  reason?: string
}

/** Runs a peer once, in a separate process: the memory of a large graph slows down whatever follows. */
export const tryPeer = (peers: Peers, { name, shape, size }: PeerTrial): Tried => {
  const program = join(dirname(process.argv[1]!), 'run-peer.js')
  const { error, status, stdout, stderr, signal } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8000', program, peers.list, name, shape, `${size}`],
    { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
  )
  if (error !== undefined) return { seconds: Infinity, reason: 'did not end within a minute' }
  if (signal !== null) return { seconds: Infinity, reason: `was ended by ${signal}` }
  if (status !== 0) return { seconds: Infinity, reason: stderr.trim().split('\n')[0] ?? 'failed' }
  return { seconds: Number(stdout) }
}
