import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Creates a project in a folder that is empty or does not exist, and returns its absolute path. The project
 * is named after the folder, and uses packages of this package's version.
 *
 * Throws an `Error` for a folder with files, and for a file.
 */
export const createProject = (folder: string): string => {
  const place = resolve(folder)
  if (!isFree(place)) {
    throw new Error(
      `${place} already has contents. A project needs a folder that is empty or does not exist: npm create amelia NAME`,
    )
  }
  const home = findPackage()
  cpSync(join(home, 'template'), place, { recursive: true })
  // npm does not pack files with this name.
  renameSync(join(place, 'gitignore'), join(place, '.gitignore'))
  const { version } = readManifest(home)
  const path = join(place, 'package.json')
  const text = readFileSync(path, 'utf8').replaceAll('NAME', toName(place)).replaceAll('VERSION', version)
  writeFileSync(path, text)
  return place
}

const isFree = (place: string): boolean => {
  if (!existsSync(place)) return true
  try {
    return readdirSync(place).length === 0
  } catch {
    // It is a file.
    return false
  }
}

/** Finds this package, whose files are in `src/lib`, or in `dist` after the build. */
const findPackage = (): string => {
  const up = ['..', '../..'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const home = up.find((place) => existsSync(join(place, 'template')))
  if (home === undefined) throw new Error('create-amelia has no template. Install it again.')
  return home
}

const readManifest = (home: string): { version: string } =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** Returns a valid name for a package: the folder's, in lower case. */
const toName = (place: string): string =>
  basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'amelia-project'
