import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const anywhere = join(root, 'examples/anywhere')
const toolOf = (folder, name) => createRequire(join(root, 'packages', folder, 'package.json')).resolve(name)

/**
 * Bundles the Worker and its dependencies into one file.
 *
 * The packages come from the source next to this example. In your own project they come from `node_modules`,
 * and only `inject` and `alias` are needed.
 */
export const bundleWorker = async (outfile, entry = join(import.meta.dirname, 'worker.ts')) => {
  const { build } = await import(toolOf('git-isomorphic', 'esbuild'))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['amelia-source'],
    inject: [join(anywhere, 'provide-buffer.js')],
    alias: { buffer: toolOf('browser', 'buffer/'), 'node:zlib': join(anywhere, 'no-zlib.js') },
    nodePaths: [join(root, 'node_modules'), join(root, 'packages/git-isomorphic/node_modules')],
    logLevel: 'error',
  })
  return outfile
}

/** A file of the package that depends on workerd. */
export const workerdOwner = join(root, 'packages/git-isomorphic/package.json')
