import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Bundles the worker and its dependencies into one file, and returns its path. */
export const bundle = async (outfile = pathOf('dist/worker.js')) => {
  await build({
    entryPoints: [pathOf('worker.js')],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // isomorphic-git uses Buffer as a global.
    inject: [pathOf('buffer.js')],
  })
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await bundle())
