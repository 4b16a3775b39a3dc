import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'

export interface Workerd {
  url: string
  /** Ends the process at once, like a power failure. */
  kill(): Promise<void>
}

/** The program itself: the package's own starter would leave it running when killed. */
const program = (): string => {
  const resolve = createRequire(createRequire(import.meta.url).resolve('workerd/package.json'))
  return resolve.resolve(
    `@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}/bin/workerd`,
  )
}

const configuration = (disk: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "disk", disk = (path = ${JSON.stringify(disk)}, writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-04-01",
  durableObjectNamespaces = [(className = "Runs", uniqueKey = "runs")],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [(name = "RUNS", durableObjectNamespace = "Runs")]
);
`

/** Bundles a Worker with a Durable Object `Runs` into a folder. */
export const bundleWorker = async (entry: string, folder: string, disk: string): Promise<void> => {
  await build({
    entryPoints: [entry],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['amelia-source'],
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'config.capnp'), configuration(disk))
}

/** Starts a bundled Worker in a separate workerd process, on a free port. */
export const startWorkerd = async (folder: string): Promise<Workerd> => {
  const child = spawn(program(), ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const control = child.stdio[3] as NodeJS.ReadableStream
  const [chunk] = (await Promise.race([
    once(control, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('workerd ended before it listened'))),
  ])) as [Buffer]
  const { port } = JSON.parse(String(chunk).split('\n')[0] ?? '') as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
