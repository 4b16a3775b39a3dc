import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Lists the files of an installed package, relative to its folder and without its own dependencies. */
const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules'))

const always = ['package.json', 'README.md', 'LICENSE']

/** Whether `files` of the manifest lists the file, or npm packs it always. */
const isListed = (file, listed) =>
  always.includes(file) || listed.some((entry) => file === entry || file.startsWith(`${entry}/`))

/**
 * Returns what is wrong with the files of an installed package: files that its manifest does not list, tests,
 * missing texts, code that nobody can read, and source maps whose sources are not in the package or are in it
 * twice. Bundles without a map are left out: the command line, and code of others.
 */
export const inspectPackage = (folder) => {
  const { files: listed } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = listFiles(folder)
  const problems = [...always, 'CHANGELOG.md']
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is missing`)
  for (const file of files) {
    if (!isListed(file, listed)) problems.push(`${file} is not listed in "files"`)
    if (file.startsWith('src/') && file.endsWith('.test.ts')) problems.push(`${file} is a test`)
    if (file.endsWith('.d.ts') && !files.includes(`${file}.map`)) problems.push(`${file} has no map`)
    if (files.includes(`${file}.map`) && file.endsWith('.js')) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      const mean = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
      if (mean > 80) problems.push(`${file} has lines of ${mean.toFixed(0)} characters on average`)
    }
    if (!file.endsWith('.map')) continue
    const path = join(folder, file)
    const { sourceRoot = '', sources, sourcesContent } = JSON.parse(readFileSync(path, 'utf8'))
    if (sourcesContent?.some((content) => content !== null)) problems.push(`${file} contains sources`)
    for (const source of sources)
      if (!existsSync(join(dirname(path), sourceRoot, source))) problems.push(`${file} refers to ${source}`)
  }
  return problems
}

/** Returns the bytes of all files of an installed package. */
export const sizeOf = (folder) =>
  listFiles(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
