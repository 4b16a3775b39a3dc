import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundlePrograms } from '../scripts/lib/bundle-programs.mjs'
import { blockMarkdown } from '../scripts/lib/block-markdown.mjs'
import { ownSchemas } from '../scripts/lib/own-schemas.mjs'

interface Output {
  readonly entryPoint?: string
  readonly inputs: Readonly<Record<string, object>>
  readonly imports: readonly { path: string; kind: string }[]
}

const scratch = mkdtempSync(join(tmpdir(), 'amelia-loaded-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it('a command of the command line does not load the parts of zod and markdown-it that only others use', async () => {
  let outputs: Record<string, Output> = {}
  const metafile: ReturnType<typeof ownSchemas> = {
    name: 'metafile',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd((result) => {
        outputs = result.metafile?.outputs ?? {}
      })
    },
  }
  await bundlePrograms({ cli: 'packages/cli/src/index.ts' }, scratch, {
    plugins: [blockMarkdown(), ownSchemas(), metafile],
    splitting: true,
  })
  /** The chunks that loading a source file's chunk loads. */
  const loadedOutputs = (source: string): string[] => {
    const found = Object.keys(outputs).filter((path) => outputs[path]!.entryPoint?.endsWith(source))
    expect(found).toHaveLength(1)
    const chunks = new Set(found)
    for (const path of chunks)
      for (const { path: next, kind } of outputs[path]!.imports)
        if (kind === 'import-statement' && outputs[next]) chunks.add(next)
    return [...chunks]
  }
  const loadedBy = (source: string): string[] =>
    loadedOutputs(source).flatMap((path) => Object.keys(outputs[path]!.inputs))
  const ofCheck = loadedBy('document/check-command.ts')
  expect(ofCheck.filter((path) => path.includes('/zod/')).length).toBeGreaterThan(3)
  expect(ofCheck.filter((path) => path.includes('/zod/') && !path.endsWith('?core'))).toEqual([])
  expect(ofCheck.filter((path) => /json-schema|classic/.test(path))).toEqual([])
  expect(ofCheck.join()).toMatch(/\/markdown-it\//)
  expect(ofCheck.filter((path) => /\/(?:linkify-it|mdurl|entities|punycode\.js)\//.test(path))).toEqual([])
  // A run has all its code from its start: the package may be replaced before its end.
  const lateIn = (source: string): string[] =>
    loadedOutputs(source).flatMap((path) =>
      outputs[path]!.imports.flatMap(({ path: next, kind }) =>
        kind === 'dynamic-import' ? (outputs[next]?.entryPoint ?? []) : [],
      ),
    )
  expect(lateIn('core/src/lib/run/start/engine.ts').filter((path) => !path.includes('/re2js/'))).toEqual([])
  expect(loadedBy('mcp/mcp-command.ts').join()).toContain('/zod/v4/core/to-json-schema.js,')
})
