import './lib/check-node.mjs'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Bundles the benchmarks and runs them: `npm run bench -- graph`.
 *
 * They are bundled as in a user's tool, because code that a loader compiles on the fly is slower by a third.
 */
await setUp({ build: true })
const { build } = await import('tsup')

const outDir = join(root, '.setup/bench')
rmSync(outDir, { recursive: true, force: true })
await build({
  config: false,
  entry: [join(root, 'bench/main.ts')],
  outDir,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  noExternal: [/./],
  silent: true,
  // Some dependencies use CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['amelia-source']
  },
})
const { code } = await runNode(join(outDir, 'main.js'), process.argv.slice(2), { inherit: true })
process.exitCode = code
