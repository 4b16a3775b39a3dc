import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL server for one test file, on loopback. */
export interface TestServer {
  port: number
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** Executes a statement as the administrator. */
  admin(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Stops the server at once, as a crash does, and starts it again. */
  restart(...settings: string[]): Promise<void>
  /** Stops the server, and deletes its folder. */
  stop(): Promise<void>
}

const bin = process.env['AMELIA_POSTGRES_BIN'] ?? ''

/** The user of the server: PostgreSQL does not run as root. */
const user = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (line === null) throw new Error('PostgreSQL does not run as root, and the user postgres does not exist.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Runs a program until the input is closed, which the end of the test's process does too, then kills it. */
const untilClosed = '"$@" </dev/null & cat; kill -QUIT $!; wait $!'

/** Starts a server in a temporary folder. */
export const startPostgres = async (): Promise<TestServer> => {
  const owner = user()
  const folder = mkdtempSync(join(tmpdir(), 'amelia-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid!)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' } }
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
  execFileSync(join(bin, 'initdb'), args, { ...options, stdio: 'ignore' })
  const port = await freePort()
  let server: ChildProcess | null = null
  const start = async (settings: string[]): Promise<void> => {
    const all = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'shared_buffers=16MB',
      'max_connections=60',
      ...settings,
    ]
    const command = [join(bin, 'postgres'), '-D', data, ...all.flatMap((one) => ['-c', one])]
    server = spawn('sh', ['-c', untilClosed, 'sh', ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    while ((await execute(address('postgres'), 'SELECT 1').catch(() => null)) === null);
  }
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server!.once('exit', resolve))
    server!.stdin!.end()
    await ended
  }
  const address = (database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`
  await start([])
  let count = 0
  return {
    port,
    async createDatabase() {
      count += 1
      await execute(address('postgres'), `CREATE DATABASE test${count}`)
      return address(`test${count}`)
    },
    admin: execute,
    async restart(...settings) {
      await stop()
      await start(settings)
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const execute = async (url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
