import { mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Bundles a program that uses doors, and fails if the bundler warns of a file of ours. The packages are
 * linked, as from a checkout or a workspace: a bundler ignores warnings of files below `node_modules`.
 */
export const checkWarnings = async (consumer, doors) => {
  const { build, formatMessages } = createRequire(join(consumer, 'package.json'))('esbuild')
  const folder = join(consumer, '../linked')
  mkdirSync(folder)
  symlinkSync(join(consumer, 'node_modules'), join(folder, 'packages'))
  const { warnings: all } = await build({
    stdin: { contents: doors.map((door) => `export * from '${door}'`).join('\n'), resolveDir: folder },
    nodePaths: [join(folder, 'packages')],
    preserveSymlinks: true,
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: folder,
    logLevel: 'silent',
  })
  const warnings = all.filter(({ location }) => /(?:^|\/)packages\/@?amelia\//u.test(location?.file ?? ''))
  const output = (await formatMessages(warnings, { kind: 'warning' })).join('\n')
  return { code: warnings.length === 0 ? 0 : 1, output }
}
