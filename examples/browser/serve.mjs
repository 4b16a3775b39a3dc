import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePage } from './bundle-page.mjs'
import { serveFolder } from './serve-folder.mjs'

const folder = mkdtempSync(join(tmpdir(), 'amelia-page-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await bundlePage(folder)
const { url } = await serveFolder(folder, Number(process.env.PORT ?? 5173))
console.log(`Open ${url}`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
