import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const port = Number(process.env['PORT'] ?? 5173)
/** Only on this machine. If the port is in use, this fails instead of choosing another. */
const address = { host: '127.0.0.1', port, strictPort: true }

export default defineConfig({
  // The built page works in any folder.
  base: './',
  server: address,
  preview: address,
  resolve: {
    alias: [
      // isomorphic-git uses it as a global; src/buffer.js provides it.
      {
        find: /^(?:node:)?buffer\/?$/,
        replacement: createRequire(import.meta.url).resolve('buffer/'),
      },
      // The bash imports it for gzip.
      { find: 'node:zlib', replacement: join(import.meta.dirname, 'no-zlib.js') },
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
