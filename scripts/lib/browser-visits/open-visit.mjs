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
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  const gate = page.locator('.amelia-gate')
  const meter = page.locator('.amelia-header .amelia-progress-bar .amelia-number')
  const tab = (name) => page.getByRole('tab', { name, exact: true })
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
    gate,
    /** The number of completed phases, as the head of the run has it. */
    countDone: async () => Number.parseInt(await meter.innerText(), 10),
    /** Waits until the head of the run has a number of completed phases. */
    hasDone: (count) => meter.getByText(new RegExp(`^${count} of `)).waitFor(),
    /** Opens a phase through the timeline, which lists all of them. */
    async openPhase(id) {
      await tab('Timeline').click()
      await page.locator('.amelia-timeline-row button', { has: page.locator(`b:text-is("${id}")`) }).click()
      await page.locator('.amelia-panel').waitFor()
    },
    openTab: (name) => tab(name).click(),
    closePanel: () => page.getByRole('button', { name: 'Close the panel' }).click(),
    /** Shows the first open question. */
    async openQuestion() {
      const question = page.getByRole('tab', { name: /^Question/ })
      await question.waitFor()
      if (!(await gate.isVisible())) await question.click()
      await gate.waitFor()
    },
    /** Gives an answer, and confirms it where that is necessary. */
    async answer(name) {
      const button = gate.getByRole('button', { name: new RegExp(`^${name}`) })
      if (!(await button.isVisible())) await gate.getByRole('button', { name: 'More answers' }).click()
      await button.click()
      const dialog = page.getByRole('dialog')
      await dialog.or(page.locator('body:not(:has(.amelia-gate))')).first().waitFor()
      if (await dialog.isVisible()) await dialog.getByRole('button', { name }).click()
    },
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
