import { spawn } from 'node:child_process'
import { createServer, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A server of the repositories in a folder, on loopback. */
export interface GitServer {
  port: number
  stop(): Promise<void>
}

/** Starts `git daemon`, which accepts pushes. */
export const startGitServer = async (folder: string): Promise<GitServer> => {
  const port = await freePort()
  const options = ['--reuseaddr', '--listen=127.0.0.1', `--port=${port}`, `--base-path=${folder}`]
  const child = spawn('git', ['daemon', ...options, '--export-all', '--enable=receive-pack'], {
    // Its process group: `git` starts the daemon as another process.
    ...{ detached: true, stdio: 'ignore' },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await accepts(port))) await wait(10)
  return {
    port,
    async stop() {
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
