/* global document */
import { openSite } from './open-site.mjs'

/** Words that a reader looks for, and the page that the first results must contain. */
const questions = {
  createRun: '/api/@amelia/core/functions/createRun',
  phase_completed: '/reference/events',
  'container recipe': '/use/security',
  'write a driver': '/extend/guides/driver',
  RUN_DAMAGED: '/reference/errors',
  budget: '/use/costs',
  'amelia resume': '/use/resume',
  nodeHost: '/packages/node',
}

/** Opens the search with the keyboard, finds pages, and opens one. */
export const visitSearch = async (stage, look) => {
  const { page, check, open, shoot, inspect, close } = await openSite(stage, look.name, look)
  await open('/start/about')
  await page.keyboard.press('Control+k')
  const input = page.locator('#localsearch-input')
  await input.waitFor()
  for (const [words, path] of Object.entries(questions)) {
    await input.fill(words)
    // The results of the words before stay until those of these words exist.
    const first = page.locator('.VPLocalSearchBox .result[href]')
    const isFound = await page
      .waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.VPLocalSearchBox .result')]
            .slice(0, 8)
            .some((result) => new URL(result.href).pathname === wanted),
        path,
        { timeout: 10_000 },
      )
      .then(() => true)
      .catch(() => false)
    const found = await first.evaluateAll((all) =>
      all.slice(0, 8).map(({ hash, pathname }) => pathname + hash),
    )
    check(`"${words}" finds ${path}`, isFound, isFound ? '' : found.join(' '))
  }
  await inspect('search')
  await shoot('search')
  await input.fill('createRun')
  await page.locator('.VPLocalSearchBox .result[href*="createRun"]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' })
  check('Enter opens a result', new URL(page.url()).pathname !== '/start/about', page.url())
  await page.keyboard.press('Control+k')
  await input.waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' })
  await close()
}
