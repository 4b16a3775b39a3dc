import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'

/** Serves the page of pictures from the sources. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../../../node_modules/.vite-pictures'),
  base: './',
  resolve: { conditions: ['amelia-source', ...defaultClientConditions] },
  server: { host: '127.0.0.1' },
  build: { target: 'es2022', reportCompressedSize: false, modulePreload: { polyfill: false } },
})
