/**
 * Puts programs made from source into one file each, by the name of the file and in this folder: one that loads source file by file takes
 * two seconds to begin. `plugins` are esbuild's.
 */
export const bundlePrograms = async (entry, folder, plugins = []) => {
  // Not above: whoever imports this may be the one that installs it.
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
    splitting: false,
    outExtension: () => ({ js: '.mjs' }),
    noExternal: [/.*/],
    // CommonJS packages in a bundle of modules look for these.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)",
    },
    esbuildPlugins: plugins,
    esbuildOptions(options) {
      options.conditions = ['amelia-source']
    },
  })
}
