import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'

/** Builds the page from the sources of the packages. It works below any path. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/page'),
  base: './',
  logLevel: 'error',
  resolve: { conditions: ['amelia-source', ...defaultClientConditions] },
  build: {
    outDir: join(import.meta.dirname, 'dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline scripts and no data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
