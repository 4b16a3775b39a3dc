import './lib/check-node.mjs'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lib/project.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs the browser's example in Chromium and takes pictures of it at three moments: while the plan is run, after the page was loaded anew
 * in the middle of that, and at the end. Wide and light, and as wide as a phone and dark. They are in `.setup/browser/`.
 */
const program = process.env.CHROMIUM ?? '/usr/bin/chromium'
const limit = 250_000

if (!existsSync(program)) {
  console.log(
    `skipped: there is no Chromium at ${program}. Install Debian's package chromium, or name another with CHROMIUM.`,
  )
  process.exit(0)
}

await setUp()
const { bundlePage } = await import('../examples/browser/bundle-page.mjs')
const { serveFolder } = await import('../examples/browser/serve-folder.mjs')
const tool = createRequire(join(root, 'packages/browser/package.json')).resolve('playwright-core')
const { default: playwright } = await import(tool)

const counts = { passed: 0, failed: 0 }
const check = (title, passed, detail = '') => {
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}${detail === '' ? '' : `  ${detail}`}`)
}

const pictures = join(root, '.setup/browser')
mkdirSync(pictures, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'amelia-page-'))
const sizes = await bundlePage(scratch)
// The bash is a file of its own that the first command loads: the largest by far.
const [bash, ...own] = Object.values(sizes).sort((a, b) => b - a)
const total = own.reduce((sum, size) => sum + size, 0)
check(
  `the page's scripts have at most ${limit} bytes with brotli`,
  total <= limit,
  `${total}, and ${bash} of bash, loaded late`,
)

const { url, close } = await serveFolder(scratch)
const browser = await playwright.chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})

const countDone = (page) => page.locator('.phase[data-status="completed"]').count()

const visit = async (name, viewport, colorScheme) => {
  const context = await browser.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const shoot = (moment) => page.screenshot({ path: join(pictures, `${name}-${moment}.png`), fullPage: true })

  await page.goto(url)
  await page.click('#start')
  await page.waitForSelector('.phase[data-status="completed"]')
  await page.waitForSelector('.phase[data-status="running"]')
  await shoot('1-running')
  await page.reload()
  await page.waitForSelector('.phase[data-status="completed"]')
  const before = await countDone(page)
  await shoot('2-after-a-reload')
  check(
    `${name}: the run is there after a reload, in the middle`,
    before > 0 && before < 4,
    `${before} of 4 phases`,
  )
  await page.waitForFunction(`document.querySelectorAll('.phase[data-status="completed"]').length === 4`)
  await page.waitForFunction(`document.querySelector('#status').textContent.includes('completed')`)
  await page.click('.phase[data-phase="3"]')
  await page.waitForSelector('#commit h3')
  await shoot('3-at-the-end')
  const changes = await page.locator('#commit').innerText()
  check(
    `${name}: the last commit shows what it made`,
    changes.includes('guide/stars.txt') && changes.includes('+ Vega'),
  )
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')])
  const zip = await readFile(await download.path())
  check(
    `${name}: the repository comes as a zip`,
    zip.subarray(0, 2).toString() === 'PK' && zip.includes('guide/summer.md'),
  )
  const wide = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
  check(`${name}: nothing is wider than the screen`, wide)
  check(`${name}: no error`, errors.length === 0, errors.join(' '))
  await context.close()
}

try {
  await visit('wide-light', { width: 1280, height: 860 }, 'light')
  await visit('phone-dark', { width: 390, height: 844 }, 'dark')
} finally {
  await browser.close()
  close()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`pictures: ${pictures}`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
