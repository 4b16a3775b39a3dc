import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '../..')
const anywhere = join(root, 'examples/anywhere')
const toolOf = (folder, name) => createRequire(join(root, 'packages', folder, 'package.json')).resolve(name)

/** Puts the page into a folder, and gives the size of each of its scripts with brotli. What is loaded late has a file of its own. */
export const bundlePage = async (folder) => {
  const { build } = await import(toolOf('git-isomorphic', 'esbuild'))
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['amelia-source'],
    loader: { '.md': 'text' },
    inject: [join(anywhere, 'provide-buffer.js')],
    alias: { buffer: toolOf('browser', 'buffer/'), 'node:zlib': join(anywhere, 'no-zlib.js') },
    nodePaths: [join(root, 'node_modules')],
    logLevel: 'error',
  })
  for (const name of ['index.html', 'style.css'])
    copyFileSync(join(import.meta.dirname, name), join(folder, name))
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return Object.fromEntries(
    scripts.map((name) => [name, brotliCompressSync(readFileSync(join(folder, name))).length]),
  )
}
