/* global document, innerWidth */
import { join } from 'node:path'

/** Opens a new page in the browser, with the helpers of the visits. */
export const openVisit = async ({ browser, url, pictures, check }, { name, width, height }) => {
  const context = await browser.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Violations of the page's content security policy are logged.
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(url)
  return {
    page,
    context,
    check: (title, passed, detail) => check(`${name}: ${title}`, passed, detail),
    async shoot(moment) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: join(pictures, `${name}-${moment}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    },
    phase: (id, status) =>
      page.waitForSelector(`.phase[data-phase="${id}"]${status ? `[data-status="${status}"]` : ''}`),
    countDone: () => page.locator('.phase[data-status="completed"]').count(),
    status: () => page.locator('#status').innerText(),
    hasStatus: (text) =>
      page.waitForFunction((part) => document.querySelector('#status').textContent.includes(part), text),
    async download() {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')])
      return download.path()
    },
    async end() {
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      check(`${name}: nothing is wider than the screen`, fits)
      check(
        `${name}: no error, and nothing that the page's policy refuses`,
        errors.length === 0,
        errors.join(' '),
      )
      await context.close()
    },
  }
}
