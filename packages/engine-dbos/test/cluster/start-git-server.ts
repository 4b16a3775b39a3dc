import { execFileSync, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../../test/fixtures/free-port.ts'

/** A server of the repositories in a folder, on loopback. */
export interface GitServer {
  port: number
  stop(): Promise<void>
}

/** Runs a program until the input is closed, which the end of the test's process does too, then kills it. */
const untilClosed = '"$@" </dev/null & cat; kill $!; wait $!'

/** Starts `git daemon`, which accepts pushes. */
export const startGitServer = async (folder: string): Promise<GitServer> => {
  const port = await freePort()
  // `git daemon` would start it as another process.
  const program = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-daemon')
  const options = ['--reuseaddr', '--listen=127.0.0.1', `--port=${port}`, `--base-path=${folder}`]
  const command = [program, ...options, '--export-all', '--enable=receive-pack']
  const child = spawn('sh', ['-c', untilClosed, 'sh', ...command], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await accepts(port))) await wait(10)
  return {
    port,
    async stop() {
      child.stdin.end()
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
