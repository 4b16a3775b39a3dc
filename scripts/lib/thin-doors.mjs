import { dirname } from 'node:path'

/**
 * Keeps code out of the first door of a package: its file only names what other files export. A bundler then
 * loads of it only the files that a program uses, because the package has no side effects, and not what the
 * code of the door itself would compute. For this, a second file exports the same, and is discarded.
 */
export const thinDoors = () => ({
  name: 'thin-doors',
  setup(build) {
    const { entryPoints } = build.initialOptions
    const [door] = entryPoints
    const changed = { entryPoints: [...entryPoints, `./${namespace}`], outbase: dirname(door) }
    Object.assign(build.initialOptions, changed)
    build.onResolve({ filter: new RegExp(`^\\./${namespace}$`) }, () => ({ path: namespace, namespace }))
    build.onLoad({ filter: /./, namespace }, () => ({
      contents: `export * from './${door}'`,
      resolveDir: process.cwd(),
    }))
    build.onEnd(({ outputFiles = [] }) => {
      const kept = outputFiles.filter(({ path }) => !path.includes(namespace))
      outputFiles.splice(0, outputFiles.length, ...kept)
    })
  },
})

const namespace = 'thin-doors'
