import { brotliCompressSync } from 'node:zlib'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

interface Bundler {
  build(options: object): Promise<{
    outputFiles: { contents: Uint8Array }[]
    metafile: { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> }
  }>
}

// 3 kB before the arguments of its methods were checked, 4.5 kB before the details of runs and resuming, 4.8
// kB before the settings of a start, 4.9 kB before ids of runs and claims had their rules in one place.
it('the client is at most 5.2 kB with brotli, without the handler and the engine', async () => {
  const esbuild = createRequire(resolve(root, 'packages/git-isomorphic/package.json')).resolve('esbuild')
  const { build } = (await import(esbuild)) as Bundler
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/http/src/client.ts'],
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['amelia-source'],
    logLevel: 'error',
  })
  expect(brotliCompressSync(outputFiles[0]!.contents).length).toBeLessThanOrEqual(5_200)
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
  expect(used.filter((path) => /hono|create-handler|\/run\//.test(path))).toEqual([])
})
