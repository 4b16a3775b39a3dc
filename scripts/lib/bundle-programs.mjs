/**
 * Bundles programs into this folder, by the name of the file. A program that loads its source file by file
 * takes two seconds to start. `plugins` are esbuild's. With `splitting`, code that a program loads late is in
 * separate files, which programs share.
 */
export const bundlePrograms = async (entry, folder, { plugins = [], splitting = false } = {}) => {
  // Imported late, because the importing script may be the one that installs it.
  const { build } = await import('tsup')
  await build({
    config: false,
    entry,
    outDir: folder,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    silent: true,
    dts: false,
    splitting,
    outExtension: () => ({ js: '.mjs' }),
    noExternal: [/.*/],
    // CommonJS packages in a bundle of ES modules need these.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)",
    },
    esbuildPlugins: plugins,
    esbuildOptions(options) {
      options.conditions = ['amelia-source']
      // DBOS requires them only if it is asked to.
      options.external = [
        ...(options.external ?? []),
        'winston',
        'winston-transport',
        '@opentelemetry/*',
        '@dbos-inc/dbos-enterprise',
      ]
    },
  })
}
