import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { build } from 'vite'
import { blockMarkdown } from './scripts/lib/block-markdown.mjs'
import { dropBareImports } from './scripts/lib/drop-bare-imports.mjs'
import { ownSchemas } from './scripts/lib/own-schemas.mjs'
import { thinDoors } from './scripts/lib/thin-doors.mjs'
import { thinMaps } from './scripts/lib/thin-maps.mjs'
import { thirdPartyLicenses } from './scripts/lib/third-party-licenses.mjs'

const packages = readdirSync('packages').filter((folder) => existsSync(`packages/${folder}/package.json`))

/** Each door in a package's `exports` is one file in its `src/`. */
const doors = (folder: string): string[] => {
  const { exports } = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8')) as {
    exports: Record<string, { 'amelia-source': string }>
  }
  return Object.values(exports).map((door) => `packages/${folder}/${door['amelia-source'].slice(2)}`)
}

/**
 * Packages that become part of the build of one of ours: an installation of just-bash takes 90 MB, its bash
 * 1 MB. `THIRD-PARTY-LICENSES.txt` of that package has their licences.
 */
const bundled: Readonly<Record<string, RegExp>> = {
  'commands-bash': /^(?:just-bash|diff|minimatch|brace-expansion|balanced-match|sprintf-js|turndown)(?:\/|$)/,
}

/**
 * Builds the page of the dashboard. The command line has a copy beside its own build. Loading the settings of
 * PostCSS, as tsup does, sets `NODE_ENV` to `development`: then Vite bundles React's slow development build.
 */
const buildPage = async (outDir: string): Promise<void> => {
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: join(import.meta.dirname, 'packages/dashboard/vite.config.ts'),
    build: { outDir: join(import.meta.dirname, outDir) },
  })
}

/**
 * The command line is built from the sources of all packages, split so that a command loads only what it
 * needs. The libraries of agents stay outside: they are large, and only sessions load them. So does
 * the loader of config files, which finds its compiler by its own path, and the store in PostgreSQL, of whose
 * client a part comes without the text of its licence.
 */
const commandLine: Partial<Options> = {
  noExternal: [
    /^(?!node:|ai$|c12$|@ai-sdk\/|@amelia\/engine-dbos$|@amelia\/store-postgres$|@anthropic-ai\/|@openai\/)/,
  ],
  minify: true,
  sourcemap: false,
  // Some libraries are CommonJS and require modules of Node.
  banner: {
    js: `import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)`,
  },
  onSuccess: async () => buildPage('packages/cli/dist/page'),
  esbuildPlugins: [blockMarkdown(), ownSchemas(), thirdPartyLicenses()],
  esbuildOptions(options) {
    options.conditions = ['amelia-source']
    options.mainFields = ['module', 'main']
  },
}

/** The style of the dashboard contains that of its graph library, so that one import is enough. */
const dashboard: Partial<Options> = {
  entry: ['packages/dashboard/src/index.ts', 'packages/dashboard/src/style.css'],
  noExternal: [/\.css$/],
  onSuccess: async () => buildPage('packages/dashboard/dist/page'),
}

const bundleOf = (folder: string): Partial<Options> => {
  if (folder === 'cli') return commandLine
  if (folder === 'dashboard') return dashboard
  const packages = bundled[folder]
  return packages
    ? {
        noExternal: [packages],
        platform: 'browser',
        minify: true,
        sourcemap: false,
        removeNodeProtocol: false,
      }
    : {}
}

/** Builds the JavaScript of all packages. `npm run build` also writes their declarations. */
export default defineConfig(() =>
  packages.map((folder) => ({
    name: folder,
    entry: doors(folder),
    outDir: `packages/${folder}/dist`,
    format: 'esm',
    target: 'node20',
    platform: ['amelia', 'cli', 'node'].includes(folder) ? 'node' : 'neutral',
    clean: true,
    splitting: true,
    sourcemap: true,
    esbuildPlugins: [thinMaps(), dropBareImports(), ...(folder === 'core' ? [thinDoors()] : [])],
    esbuildOptions(options) {
      // Each package contains its sources, so its maps refer to them.
      options.sourcesContent = false
      // Node prints the line that throws above the message of an error.
      options.lineLimit = 200
    },
    silent: true,
    external: [/^[^./]/],
    ...bundleOf(folder),
  })),
)
