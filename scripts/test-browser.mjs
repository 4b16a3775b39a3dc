import './lib/check-node.mjs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { visitAgent } from './lib/browser-visits/visit-agent.mjs'
import { visitCommands } from './lib/browser-visits/visit-commands.mjs'
import { visitQuestions } from './lib/browser-visits/visit-questions.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { root } from './lib/project.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Builds the browser example with Vite and runs it in Chromium: with commands, with an agent whose model is a
 * local server, with questions, and with plans that cannot be read. Screenshots at desktop and phone width,
 * in light and dark mode, are in `.setup/browser/`.
 */
const program = await findChromium()
const limit = 300_000

if (program === undefined) process.exit(0)

await setUp()
const { build, defaultClientConditions, preview } = await import('vite')
const tool = createRequire(join(root, 'packages/browser/package.json')).resolve('playwright-core')
const { default: playwright } = await import(tool)
const example = join(root, 'examples/browser')

const counts = { passed: 0, failed: 0 }
const check = (title, passed, detail = '') => {
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}${detail === '' ? '' : `  ${detail}`}`)
}

const pictures = join(root, '.setup/browser')
mkdirSync(pictures, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'amelia-page-'))
const vite = {
  root: example,
  logLevel: 'error',
  // The sources of the packages.
  resolve: { conditions: ['amelia-source', ...defaultClientConditions] },
  build: { outDir: scratch, emptyOutDir: true, manifest: true },
}
await build(vite)

const manifest = JSON.parse(readFileSync(join(scratch, '.vite/manifest.json'), 'utf8'))
/** The scripts that the page loads before anybody presses a button: its own and what they import. */
const first = new Set()
const load = (key) => {
  if (first.has(manifest[key].file)) return
  first.add(manifest[key].file)
  for (const imported of manifest[key].imports ?? []) load(imported)
}
load('index.html')
const sizes = readdirSync(join(scratch, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({
    name,
    isFirst: first.has(`assets/${name}`),
    size: brotliCompressSync(readFileSync(join(scratch, 'assets', name))).length,
  }))
  .sort((a, b) => b.size - a.size)
for (const { name, isFirst, size } of sizes)
  console.log(`        ${String(size).padStart(6)}  ${isFirst ? 'first' : 'later'}  ${name}`)
const total = sizes.reduce((sum, { isFirst, size }) => sum + (isFirst ? size : 0), 0)
check(`the page loads at most ${limit} bytes of scripts with brotli`, total <= limit, String(total))

const server = await preview({ ...vite, preview: { port: 0, strictPort: false } })
const url = server.resolvedUrls.local[0]
const browser = await playwright.chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const stage = { browser, url, pictures, check }
const wide = { width: 1280, height: 860 }
const phone = { width: 390, height: 844 }

/** A visit that does not reach its end is one failure with a screenshot. The other visits run anyway. */
const make = async (visit, look) => {
  try {
    await visit(stage, look)
  } catch (error) {
    check(`${look.name}: comes to its end`, false, String(error))
    const pages = browser.contexts().flatMap((context) => context.pages())
    await pages[0]?.screenshot({ path: join(pictures, `${look.name}-failed.png`), fullPage: true })
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
}

try {
  await make(visitCommands, { name: 'wide', ...wide })
  await make(visitCommands, { name: 'phone', ...phone })
  await make(visitAgent, { name: 'wide-agent', ...wide })
  await make(visitQuestions, { name: 'phone-questions', ...phone })
} finally {
  await browser.close()
  await server.close()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`pictures: ${pictures}`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
