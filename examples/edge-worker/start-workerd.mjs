import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { workerdConfig } from './workerd-config.mjs'

/** workerd itself, because the package's own starter would leave it running. */
const findProgram = () => {
  const inPackage = createRequire(createRequire(import.meta.url).resolve('workerd/package.json'))
  const cpu = process.arch === 'x64' ? '64' : process.arch
  return inPackage.resolve(`@cloudflare/workerd-${process.platform}-${cpu}/bin/workerd`)
}

/**
 * Serves a Worker that is one file, in a separate workerd. Port 0 selects a free port.
 *
 * @param {string} file
 * @param {{
 *   port?: number, remotes?: string, texts?: Record<string, string>, object?: string
 * }} [options] `remotes`: beginnings of addresses that the Worker may clone from and push to, with commas
 * between; `texts`: further texts for the Worker, by name; `object`: the class of its Durable Object
 */
export const startWorkerd = async (file, options = {}) => {
  const { port = 0, remotes = '', texts = {}, object } = options
  const folder = dirname(file)
  writeFileSync(
    join(folder, 'config.capnp'),
    workerdConfig(basename(file), { port, texts: { REMOTES: remotes, ...texts }, object }),
  )
  const child = spawn(findProgram(), ['serve', '--control-fd=3', 'config.capnp'], {
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
