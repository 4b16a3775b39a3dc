import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Bundles the Worker and its dependencies into one file, and returns its path. */
export const bundle = async (
  outfile = pathOf('dist/worker.js'),
  { entry = 'worker.ts', ...options } = {},
) => {
  await build({
    entryPoints: [pathOf(entry)],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // isomorphic-git uses Buffer as a global.
    inject: [pathOf('buffer.js')],
    alias: {
      buffer: createRequire(import.meta.url).resolve('buffer/'),
      // The bash imports it for gzip.
      'node:zlib': pathOf('no-zlib.js'),
    },
    logLevel: 'error',
    ...options,
  })
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await bundle())
