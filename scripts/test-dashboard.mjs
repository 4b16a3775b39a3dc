import './lib/check-node.mjs'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { findChromium } from './lib/find-chromium.mjs'
import { root } from './lib/project.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs the dashboard in Chromium against `amelia ui`, with runs of other processes in real repositories. With
 * arguments, only those visits: `npm run test:dashboard -- questions cancel`.
 */
const program = await findChromium()
const limit = 200_000

if (program === undefined) process.exit(0)

await setUp({ build: true })
const dashboard = join(root, 'packages/dashboard')
const tool = createRequire(join(dashboard, 'package.json')).resolve('playwright-core')
const { default: playwright } = await import(tool)
const folder = join(dashboard, 'test/visit')
const all = readdirSync(folder)
const wanted = process.argv.slice(2).map((name) => `visit-${name}.mjs`)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Not found: ${unknown.join(', ')}. Visits: ${all.join(', ')}.`)
  process.exit(1)
}
const names = wanted.length === 0 ? all : wanted

const counts = { passed: 0, failed: 0 }
const check = (title, passed, detail = '') => {
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}${detail === '' ? '' : `  ${detail}`}`)
}

const page = join(root, 'packages/cli/dist/page')
/** The files that the page loads at once: what its HTML names, and what these import. */
const loaded = new Set(['index.html'])
for (const name of loaded) {
  const text = readFileSync(join(page, name), 'utf8')
  const own = /(?:src|href)="\.\/([^"]+)"|(?:from|import)"\.\/([^"]+)"/g
  for (const [, named, imported] of text.matchAll(own)) loaded.add(named ?? `assets/${imported}`)
}
const total = [...loaded].reduce(
  (sum, name) => sum + brotliCompressSync(readFileSync(join(page, name))).length,
  0,
)
const isDevelopment = [...loaded].some((name) =>
  /jsxDEV|React DevTools/.test(readFileSync(join(page, name), 'utf8')),
)
check("the page contains React's production build", !isDevelopment)
check(`the page has at most ${limit} bytes with brotli`, total <= limit, `${total} in ${loaded.size} files`)

const pictures = join(root, '.setup/dashboard')
mkdirSync(pictures, { recursive: true })
const browser = await playwright.chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const stage = { browser, pictures, check }
try {
  for (const name of names) {
    const [visit] = Object.values(await import(join(folder, name)))
    const since = performance.now()
    try {
      await visit(stage)
    } catch (error) {
      check(`${name}: comes to its end`, false, String(error))
      const pages = browser.contexts().flatMap((context) => context.pages())
      await pages[0]?.screenshot({ path: join(pictures, `${name}-failed.png`) })
      await Promise.all(browser.contexts().map((context) => context.close()))
    }
    console.log(`        ${name}: ${Math.round((performance.now() - since) / 1_000)} s`)
  }
} finally {
  await browser.close()
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
