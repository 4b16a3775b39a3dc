import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** workerd itself, because the package's own starter would leave it running. */
const findProgram = (from) => {
  const inPackage = createRequire(createRequire(from).resolve('workerd/package.json'))
  const cpu = process.arch === 'x64' ? '64' : process.arch
  return inPackage.resolve(`@cloudflare/workerd-${process.platform}-${cpu}/bin/workerd`)
}

const bindings = (texts, object) =>
  [
    ...Object.entries(texts).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`),
    ...(object === undefined
      ? []
      : [`(name = "${object.toUpperCase()}", durableObjectNamespace = "${object}")`]),
  ].join(', ')

/** The class of a Durable Object, bound under its name in capitals. */
const durableObject = (name) => `,
  durableObjectNamespaces = [(className = "${name}", uniqueKey = "${name}")],
  durableObjectStorage = (inMemory = void)`

const configuration = (file, { port, texts, object }) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # A Worker may fetch from anywhere: its remotes.
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true)))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "${file}")],
  compatibilityDate = "2026-04-01",
  globalOutbound = "internet",
  bindings = [${bindings(texts, object)}]${object === undefined ? '' : durableObject(object)}
);
`

/**
 * Serves a Worker that is one file, in a separate workerd. Port 0 selects a free port.
 *
 * @param {string} file
 * @param {{
 *   port?: number, from?: string, remotes?: string, texts?: Record<string, string>, object?: string
 * }} [options] `from`: a file of the package that has workerd among its dependencies; `remotes`: beginnings
 * of addresses that the Worker may clone from and push to, with commas between; `texts`: further texts for
 * the Worker, by name; `object`: the class of its Durable Object
 */
export const startWorkerd = async (file, options = {}) => {
  const { port = 0, from = import.meta.url, remotes = '', texts = {}, object } = options
  const folder = dirname(file)
  writeFileSync(
    join(folder, 'config.capnp'),
    configuration(basename(file), { port, texts: { REMOTES: remotes, ...texts }, object }),
  )
  const child = spawn(findProgram(from), ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const early = once(child, 'exit').then(() => Promise.reject(new Error('workerd ended before it listened.')))
  const [line] = await Promise.race([once(child.stdio[3], 'data'), early])
  early.catch(() => {})
  return {
    url: `http://127.0.0.1:${JSON.parse(String(line).split('\n')[0]).port}`,
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
