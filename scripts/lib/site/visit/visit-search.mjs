/* global document */
import { searchQuestions } from '../search/search-questions.ts'
import { openSite } from './open-site.mjs'

/** Names that a reader looks up, and the page that the first results must contain. */
const names = {
  phase_completed: ['/reference/events'],
  RUN_DAMAGED: ['/reference/errors', '/use/resume'],
  nodeHost: ['/packages/node', '/api/@amelia/node/functions/nodeHost'],
}

/** Opens the search with the keyboard, finds pages, and opens one. */
export const visitSearch = async (stage, look) => {
  const { page, check, open, shoot, inspect, close } = await openSite(stage, look.name, look)
  await open('/start/about')
  await page.keyboard.press('Control+k')
  const input = page.locator('#localsearch-input')
  await input.waitFor()
  for (const [words, pages] of Object.entries({ ...searchQuestions, ...names })) {
    await input.fill(words)
    // The results of the words before stay until those of these words exist.
    const first = page.locator('.VPLocalSearchBox .result[href]')
    const isFound = await page
      .waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.VPLocalSearchBox .result')]
            .slice(0, 3)
            .some((result) => wanted.includes(new URL(result.href).pathname)),
        pages,
        { timeout: 10_000 },
      )
      .then(() => true)
      .catch(() => false)
    const found = await first.evaluateAll((all) =>
      all.slice(0, 3).map(({ hash, pathname }) => pathname + hash),
    )
    check(`"${words}" finds ${pages[0]}`, isFound, isFound ? '' : found.join(' '))
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
