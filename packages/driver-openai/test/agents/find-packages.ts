/**
 * Loaded before a program: resolves this package to its source, and the SDK to the folder of `npm run
 * test:agents`.
 */
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const sdk = join(process.env['AMELIA_AGENTS'] ?? '', 'node_modules/@openai/codex-sdk/dist/index.js')
const places = {
  '@openai/codex-sdk': pathToFileURL(sdk).href,
  '@amelia/driver-openai': new URL('../../src/index.ts', import.meta.url).href,
}
const hook = `
  const places = ${JSON.stringify(places)}
  export const resolve = (name, context, next) => next(places[name] ?? name, context)
`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
