/**
 * Removes imports of our files for their effects alone from a build, because our packages have no side
 * effects. esbuild writes such an import for the order of evaluation, and a consumer's bundler warns of
 * each. Its line stays, empty, so that source maps stay right.
 */
export const dropBareImports = () => ({
  name: 'drop-bare-imports',
  setup(build) {
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (!file.path.endsWith('.js')) continue
        const code = withoutBareImports(file.text)
        if (code !== file.text) file.contents = new globalThis.TextEncoder().encode(code)
      }
    })
  },
})

/** Chunks have a hash in their name, which no import that a person writes has. */
const bareImport = /(?<=^|;)import ?"(?:\.\/[\w.-]+-[A-Z0-9]{8}\.js|@amelia\/[\w/-]+)";/gmu

/** Removes the imports of chunks, and of our packages, that import no name. */
export const withoutBareImports = (code) => code.replace(bareImport, '')
