import { Buffer } from 'node:buffer'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { findChromium } from '../../../../scripts/lib/find-chromium.mjs'

/**
 * Takes pictures of the dashboard in each state, at three widths, in light and dark mode, into `kept/`, and
 * those of the README into `docs/images`. Arguments choose states: `node take-pictures.mjs blocker failed`.
 */
const program = await findChromium()
if (program === undefined) process.exit(0)
const folder = import.meta.dirname
const kept = join(folder, 'kept')
const images = resolve(folder, '../../../../docs/images')
const widths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
]

/** The element that shows that a run has reached its state. */
const ready = {
  ...Object.fromEntries(
    ['plan-approval', 'checkpoint', 'decide', 'blocker'].map((name) => [name, '.amelia-gate']),
  ),
  ...Object.fromEntries(
    ['failed', 'finished', 'plan-check', 'new-run'].map((name) => [name, '[data-connection="over"]']),
  ),
  'connection-lost': 'text=The server cannot be reached',
  retry: '[data-phase="2a"].amelia-is-running .amelia-chip >> text=Attempt 2',
}

/** The pictures in the README. */
const ofReadme = {
  'parallel-phases-1440-light': 'dashboard-running.webp',
  'decide-1440-dark': 'dashboard-question.webp',
  'finished-1440-light': 'dashboard-cost.webp',
  'finished-390-dark': 'dashboard-phone.webp',
}

/** Takes a picture as WebP, which is smaller than PNG. */
const takePicture = async (page, quality) => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

/** The clicks that lead to a state, after its run is shown. */
const steps = {
  cancel: async (page) => {
    await page.getByRole('button', { name: 'Cancel phase 2a' }).first().click()
  },
  'parallel-phases': async (page, width) => {
    if (width > 1200) await page.locator('[data-focus="2a"]').click()
  },
  finished: async (page, width) => {
    if (width === 1440) await page.getByRole('tab', { name: 'Cost' }).click()
    if (width === 390) await page.getByRole('tab', { name: 'Timeline' }).click()
  },
  failed: async (page, width) => {
    if (width === 1024) await page.getByRole('tab', { name: 'Events' }).click()
    if (width === 1440) await page.locator('[data-focus="1"]').click()
  },
  blocker: async (page, width) => {
    if (width < 760) await page.locator('.amelia-gate .amelia-fold summary').first().click()
  },
  retry: async (page, width) => {
    if (width === 1024) await page.getByRole('tab', { name: 'Timeline' }).click()
  },
  'new-run': async (page, width) => {
    if (width < 760) await page.getByRole('button', { name: 'Runs' }).first().click()
    await page.getByRole('button', { name: 'New run' }).click()
    await page.getByRole('button', { name: /search\.md/ }).click()
    const start = page.getByRole('button', { name: /^Start 5 phases/ })
    await start.waitFor()
    if (width < 760) await start.scrollIntoViewIfNeeded()
  },
  'plan-check': async (page, width) => {
    if (width < 760) await page.getByRole('button', { name: 'Runs' }).first().click()
    await page.getByRole('button', { name: /New run|Check a plan/ }).click()
    await page
      .locator('textarea')
      .first()
      .fill(
        '# Search\n\n### Task 1: Index\n\nDepends on: Task 9\n\n### Task 2: Query\n\n### Task 2: Ranking\n',
      )
    await page.locator('.amelia-editor-gutter [data-severity]').first().waitFor()
  },
}

mkdirSync(kept, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'amelia-pictures-'))
const config = { root: folder, logLevel: 'error', build: { outDir: scratch, emptyOutDir: true } }
await build(config)
const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
const names = [
  ...['empty-list', 'plan-approval', 'parallel-phases', 'checkpoint', 'decide', 'blocker', 'cancel'],
  ...['retry', 'failed', 'finished', 'large-plan', 'connection-lost', 'plan-check', 'new-run'],
]
const chosen = process.argv.slice(2)
let failures = 0
try {
  for (const state of names.filter((name) => chosen.length === 0 || chosen.includes(name)))
    for (const [width, height] of widths)
      for (const theme of ['light', 'dark']) {
        const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme })
        const problem = (text) => {
          failures++
          console.log(`${state} ${width} ${theme}: ${text}`)
        }
        const fail = (error) => problem(error.message.split('\n', 3).join(' '))
        page.setDefaultTimeout(15_000)
        page.on('pageerror', (error) => problem(error.message))
        await page.goto(`${server.resolvedUrls.local[0]}?state=${state}&theme=${theme}`)
        await page.locator('.amelia-dashboard').waitFor()
        const shown = ready[state] ?? (state === 'empty-list' ? '.amelia-main' : '.amelia-card')
        await page.locator(shown).first().waitFor().catch(fail)
        await page.waitForTimeout(600)
        await steps[state]?.(page, width).catch(fail)
        await page.waitForTimeout(400)
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        if (wide) problem('the page is wider than the window')
        const name = `${state}-${width}-${theme}`
        writeFileSync(join(kept, `${name}.webp`), await takePicture(page, 60))
        if (ofReadme[name]) writeFileSync(join(images, ofReadme[name]), await takePicture(page, 85))
        await page.close()
      }
} finally {
  await browser.close()
  await server.close()
  rmSync(scratch, { recursive: true })
}
console.log(`${failures} problems; the pictures are in ${kept}`)
process.exit(failures === 0 ? 0 : 1)
