import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runPnpm } from './install-tools.mjs'
import { packageFolders, readJson } from './project.mjs'

/** Packs all packages into a folder, as they are published. */
export const packPackages = (folder) =>
  runPnpm(['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder])

/** Returns the file of a packed package. */
export const tarballOf = (folder, name) => {
  const start = `${name.replace('@', '').replace('/', '-')}-`
  return join(
    folder,
    readdirSync(folder).find((file) => file.startsWith(start) && /^\d/.test(file.slice(start.length))),
  )
}

/**
 * Returns the packed packages by name, as dependencies and as overrides of a `package.json`: with both, no
 * dependency between the packages comes from the registry.
 */
export const packedDependencies = (folder) => {
  const names = packageFolders().map((path) => readJson(`${path}/package.json`).name)
  return Object.fromEntries(names.map((name) => [name, `file:${tarballOf(folder, name)}`]))
}
