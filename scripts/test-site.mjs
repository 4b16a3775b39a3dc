import './lib/check-node.mjs'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findChromium } from './lib/find-chromium.mjs'
import { root } from './lib/project.mjs'
import { lastLines, runProcess } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { serveFolder } from './lib/site/serve-folder.mjs'

/**
 * Builds the site and uses it in Chromium: a page of each kind in light and dark mode and on a phone, with
 * axe; then the search, the keyboard and the menus of a phone. Screenshots are in `.setup/site`. `-- --built`
 * uses the last build, and names choose visits: `npm run test:site -- --built phone search`.
 */
const program = await findChromium()
if (program === undefined) process.exit(0)

await setUp()
const site = join(root, 'site/dist')
if (!process.argv.includes('--built') || !existsSync(join(site, 'index.html'))) {
  const { code, output } = await runProcess('npm', ['run', 'docs'])
  if (code !== 0) {
    console.error(lastLines(output))
    process.exit(1)
  }
}
// After the set-up: they read packages of the dashboard.
const [{ visitPages }, { visitSearch }, { visitKeyboard }, { visitPhone }] = await Promise.all(
  ['pages', 'search', 'keyboard', 'phone'].map((name) => import(`./lib/site/visit/visit-${name}.mjs`)),
)
const tool = createRequire(join(root, 'packages/dashboard/package.json')).resolve('playwright-core')
const { default: playwright } = await import(tool)

const counts = { passed: 0, failed: 0 }
const check = (title, passed, detail = '') => {
  counts[passed ? 'passed' : 'failed'] += 1
  if (!passed) console.log(`failed  ${title}${detail === '' ? '' : `  ${detail}`}`)
}
const pictures = join(root, '.setup/site')
mkdirSync(pictures, { recursive: true })
const server = await serveFolder(site)
const browser = await playwright.chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const stage = { browser, url: server.url, pictures, check }

const wide = { width: 1280, height: 900, colorScheme: 'light' }
const phone = { width: 390, height: 844, colorScheme: 'light' }
const visits = [
  [visitPages, { name: 'light', ...wide }],
  [visitPages, { name: 'dark', ...wide, width: 1440, colorScheme: 'dark' }],
  [visitPages, { name: 'phone', ...phone }],
  [visitPages, { name: 'phone-dark', ...phone, colorScheme: 'dark' }],
  [visitSearch, { name: 'search', ...wide }],
  [visitSearch, { name: 'phone-search', ...phone }],
  [visitKeyboard, { name: 'keyboard', ...wide }],
  [visitPhone, { name: 'phone-menus', ...phone }],
]
const wanted = process.argv.slice(2).filter((argument) => argument !== '--built')
const isWanted = ([, { name }]) => wanted.length === 0 || wanted.includes(name)
try {
  for (const [visit, look] of visits.filter(isWanted)) {
    const since = performance.now()
    const { failed } = counts
    try {
      await visit(stage, look)
    } catch (error) {
      check(`${look.name}: comes to its end`, false, String(error))
      const [page] = browser.contexts().flatMap((context) => context.pages())
      const path = join(pictures, `${look.name}-failed.png`)
      await page?.screenshot({ path }).catch(() => console.log('        no screenshot of it'))
      await Promise.all(browser.contexts().map((context) => context.close()))
    }
    const seconds = Math.round((performance.now() - since) / 1_000)
    console.log(`${counts.failed === failed ? 'ok    ' : 'failed'}  ${look.name}  ${seconds} s`)
  }
} finally {
  await browser.close()
  server.end()
}
console.log(`pictures: ${pictures}`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
