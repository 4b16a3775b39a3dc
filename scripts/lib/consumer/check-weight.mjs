import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Programs of one statement, with the most bytes that a page loads for them: minified, and with brotli. */
export const weights = [
  { program: "export { AmeliaError } from '@amelia/core'", minified: 8_000, brotli: 4_000 },
  { program: "export { AmeliaError } from '@amelia/core/plugin'", minified: 8_000, brotli: 4_000 },
  { program: "export { defineDriver } from '@amelia/core/plugin'", minified: 8_000, brotli: 4_000 },
  {
    program:
      "export { readPlan } from '@amelia/core'\nexport { phaseTable } from '@amelia/parser-phase-table'",
    minified: 420_000,
    brotli: 141_000,
  },
]

/** Bundles a program of a consumer for a page, and compares its size with the limits. */
export const checkWeight = async (consumer, { program, minified, brotli }) => {
  const { build } = createRequire(join(consumer, 'package.json'))('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: consumer },
    absWorkingDir: consumer,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  })
  const [{ contents }] = outputFiles
  const size = contents.length
  const compressed = brotliCompressSync(contents).length
  const output = `${size} bytes (at most ${minified}), ${compressed} with brotli (at most ${brotli})`
  console.log(`        ${output}`)
  return { code: size <= minified && compressed <= brotli ? 0 : 1, output }
}
