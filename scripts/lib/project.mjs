import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

export const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Returns name and version in the format of npx. */
export const packageManager = () => readJson('package.json').packageManager

/** The packages' folders, relative to the root. */
export const packageFolders = () =>
  readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()

/** Returns the JavaScript file behind a command of a dependency. Node runs it directly, without a shell. */
export const toolPath = (dependency, command = dependency) => {
  const { bin } = readJson(`node_modules/${dependency}/package.json`)
  return join(root, 'node_modules', dependency, typeof bin === 'string' ? bin : bin[command])
}
