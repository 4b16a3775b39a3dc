/* global document, innerWidth */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/**
 * Opens an address in a new context, and collects what goes wrong in the page: errors, and anything
 * that its content security policy refuses.
 */
export const openPage = async ({ browser, check }, url, { width = 1440, height = 900, ...more } = {}) => {
  const context = await browser.newContext({ viewport: { width, height }, ...more })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  await page.goto(url)
  // A finished batch is one line while others are open.
  const phase = (id, kind) =>
    page.locator(`:is(.amelia-card, .amelia-lane-phases *)[data-phase="${id}"].amelia-is-${kind}`)
  return {
    page,
    context,
    phase,
    /** The text of the page, for waiting. */
    says: (text, options) => page.getByText(text).first().waitFor(options),
    button: (name) => page.getByRole('button', { name }).first(),
    /** Reports what axe finds wrong in light and dark and on a phone, and what is wider than the screen. */
    async inspect(name) {
      for (const [look, colorScheme, size] of looks({ width, height })) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(size)
        // The page's policy allows no other scripts, except those of its debugger.
        await page.evaluate(axe)
        const { violations } = await page.evaluate(() => globalThis.axe.run(document))
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        check(`${name}, ${look}: axe finds nothing`, found.length === 0, found.join('; ').slice(0, 2_000))
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
        check(`${name}, ${look}: nothing is wider than the screen`, fits)
      }
      await page.emulateMedia({ colorScheme: null })
      await page.setViewportSize({ width, height })
    },
    async close(name) {
      check(`${name}: no error, and nothing that the policy refuses`, errors.length === 0, errors.join(' '))
      await context.close()
    },
  }
}

const looks = (size) => [
  ['light', 'light', size],
  ['dark', 'dark', size],
  ['phone', 'light', { width: 390, height: 844 }],
]
