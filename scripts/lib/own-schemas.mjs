import { readFile } from 'node:fs/promises'

/**
 * Gives core its own copy of zod, with only what core uses. Modules that several chunks share contain what
 * any of them uses, and the server of `amelia mcp` uses nearly all of zod: each command would load it.
 */
export const ownSchemas = () => ({
  name: 'own-schemas',
  setup(build) {
    build.onResolve({ filter: /^(?:zod|\.)/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData?.resolved) return undefined
      const own =
        pluginData?.own || (path.startsWith('zod') && /[\\/]packages[\\/]core[\\/]/.test(args.importer))
      if (!own) return undefined
      const found = await build.resolve(path, { ...args, pluginData: { resolved: true } })
      return { ...found, suffix: '?core', pluginData: { own: true } }
    })
    build.onLoad({ filter: /[\\/]zod[\\/].*\.js$/ }, async ({ path, suffix, pluginData }) =>
      suffix === '?core' ? { contents: await readFile(path), loader: 'js', pluginData } : undefined,
    )
  },
})
