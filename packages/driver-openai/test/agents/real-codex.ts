import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loads the vendor's package from the folder of `npm run test:agents`. */
export const loadRealSdk = (): Promise<unknown> => {
  const folder = process.env['AMELIA_AGENTS']
  if (folder === undefined) throw new Error('Run these tests with `npm run test:agents`: it installs Codex.')
  return import(pathToFileURL(join(folder, 'node_modules/@openai/codex-sdk/dist/index.js')).href)
}
