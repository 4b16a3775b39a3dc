/**
 * Loaded before a program: resolves the driver to its source, and the SDK to the folder of `npm run
 * test:agents`.
 */
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const sdk = join(process.env.AMELIA_AGENTS ?? '', 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')
const places = {
  '@anthropic-ai/claude-agent-sdk': pathToFileURL(sdk).href,
  '@amelia/driver-claude': new URL('../../src/index.ts', import.meta.url).href,
}
const hook = `
  const places = ${JSON.stringify(places)}
  export const resolve = (name, context, next) => next(places[name] ?? name, context)
`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
