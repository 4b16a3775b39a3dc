/** Loaded before a program: finds this package in its source, and the SDK where `npm run test:agents` put it, by their names. */
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
