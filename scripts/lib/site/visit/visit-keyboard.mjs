/* global document */
import { openSite } from './open-site.mjs'

/** Describes the element with the focus: its text or label, and whether a person sees the focus. */
const readFocus = () => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth } = globalThis.getComputedStyle(element)
  const { width, height, bottom } = element.getBoundingClientRect()
  return {
    label: (element.getAttribute('aria-label') || element.textContent.trim() || element.title).trim(),
    id: element.id,
    isVisible: width > 1 && height > 1 && bottom > 0,
    hasMark: outlineStyle !== 'none' && outlineWidth !== '0px',
  }
}

/** Uses the site with the keyboard alone: the way to the content, each control, the mode, and a page. */
export const visitKeyboard = async (stage, look) => {
  const { page, check, open, shoot, close } = await openSite(stage, look.name, look)
  await open('/start/about')
  await page.keyboard.press('Tab')
  const skip = await page.evaluate(readFocus)
  check('the first key leads to the content', skip.label === 'Skip to content' && skip.isVisible, skip.label)
  await shoot('skip')
  await page.keyboard.press('Enter')
  check('Enter moves the focus there', (await page.evaluate(readFocus)).id === 'VPContent')

  await open('/start/about')
  const seen = []
  for (let count = 0; count < 130; count += 1) {
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate(readFocus))
  }
  const labels = seen.map(({ label }) => label)
  for (const label of ['Search', 'Reference', 'Plans', '@amelia/core'])
    check(`Tab reaches "${label}"`, labels.includes(label), labels.includes(label) ? '' : labels.join(', '))
  const unmarked = seen.filter(({ isVisible, hasMark }) => !isVisible || !hasMark)
  check('the focus is visible on each of them', unmarked.length === 0, JSON.stringify(unmarked.slice(0, 5)))

  await open('/start/about')
  const reach = async (label) => {
    for (let count = 0; count < 160; count += 1) {
      if ((await page.evaluate(readFocus)).label === label) return true
      await page.keyboard.press('Tab')
    }
    return false
  }
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  const before = await isDark()
  check('Tab reaches the switch of the mode', await reach('Switch to dark theme'))
  await page.keyboard.press('Space')
  check('the space bar switches to dark mode', !before && (await isDark()))
  await open('/concepts/concepts')
  check('other pages stay dark', await isDark())
  await shoot('switched')
  check('Tab reaches a page', await reach('Plans'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/plans')
  await page.getByRole('heading', { level: 1, name: 'Writing plans' }).waitFor()
  await close()
}
