/* global document, innerWidth */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../project.mjs'

const fromDashboard = createRequire(join(root, 'packages/dashboard/package.json'))
const axe = readFileSync(fromDashboard.resolve('axe-core'), 'utf8')

/** Opens the site in a new context of the browser, with the functions that all visits need. */
export const openSite = async ({ browser, url, pictures, check }, name, { width, height, colorScheme }) => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    page,
    check: (title, passed, detail) => check(`${name}: ${title}`, passed, detail),
    /** Opens a page of the site, and waits until its buttons work. */
    async open(path) {
      await page.goto(url + path)
      await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__ !== undefined)
    },
    shoot: (moment, options) =>
      page.screenshot({ path: join(pictures, `${moment}-${name}.png`), ...options }),
    /** Checks what the page shows now with axe, and that nothing is wider than the screen. */
    async inspect(title) {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
      const { violations } = await page.evaluate(() => globalThis.axe.run(document))
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      check(`${name}, ${title}: axe finds nothing`, found.length === 0, found.join('; ').slice(0, 2_000))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      check(`${name}, ${title}: nothing is wider than the screen`, wide <= 0, wide > 0 ? `${wide} px` : '')
    },
    async close() {
      check(`${name}: no error in the page`, errors.length === 0, errors.join(' '))
      await context.close()
    },
  }
}
