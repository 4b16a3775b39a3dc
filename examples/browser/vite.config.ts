import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'

const root = join(import.meta.dirname, '../..')
/** The dashboard's React, because this example has no packages. */
const ofDashboard = createRequire(join(root, 'packages/dashboard/package.json'))
const anywhere = join(root, 'examples/anywhere')
const buffer = createRequire(join(root, 'packages/browser/package.json')).resolve('buffer/')

const port = Number(process.env['PORT'] ?? 5173)
/** Only on this machine. If the port is in use, this fails instead of choosing another. */
const address = { host: '127.0.0.1', port, strictPort: true }

export default defineConfig({
  // The built page works in any folder.
  base: './',
  server: address,
  preview: address,
  resolve: {
    // Uses the packages' sources, so that a checkout needs no build.
    conditions: ['amelia-source', ...defaultClientConditions],
    alias: [
      { find: /^(?:node:)?buffer\/?$/, replacement: buffer },
      ...['react', 'react-dom/client'].map((name) => ({
        find: new RegExp(`^${name}$`),
        replacement: ofDashboard.resolve(name),
      })),
      { find: 'node:zlib', replacement: join(anywhere, 'no-zlib.js') },
    ],
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The bash, which the first command loads.
    chunkSizeWarningLimit: 1_400,
    reportCompressedSize: false,
  },
})
