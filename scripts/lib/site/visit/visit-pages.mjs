/* global document, innerWidth */
import { openSite } from './open-site.mjs'

/** One page of each kind, by its name in the pictures. */
const kinds = {
  start: '/',
  text: '/start/about',
  concepts: '/concepts/concepts',
  plots: '/project/benchmarks',
  tables: '/use/cli',
  claude: '/start/claude',
  dashboard: '/use/dashboard',
  comparison: '/project/comparison',
  claims: '/project/claims',
  container: '/use/security',
  generated: '/reference/options',
  events: '/reference/events',
  guide: '/extend/guides/driver',
  package: '/packages/dashboard',
  example: '/examples/human-in-the-loop',
  file: '/files/examples/demo/plan-md',
  decision: '/project/decisions/',
  reference: '/api/',
  door: '/api/@amelia/core/',
  function: '/api/@amelia/core/functions/createRun',
  interface: '/api/@amelia/core/plugin/interfaces/DriverV1',
  missing: '/no-such-page',
}

/** Returns the pictures of the page that are not loaded, or have a part outside the column or the screen. */
const findCut = () =>
  [...document.querySelectorAll('.vp-doc img, .vp-doc .picture svg')]
    .filter((picture) => picture.getClientRects().length > 0)
    .filter((picture) => {
      const { left, right } = picture.getBoundingClientRect()
      const column = picture.parentElement.getBoundingClientRect()
      const isInside = left >= column.left - 1 && right <= Math.min(column.right, innerWidth) + 1
      return !isInside || (picture.localName === 'img' && picture.naturalWidth === 0)
    })
    .map((picture) => picture.getAttribute('src') ?? picture.getAttribute('aria-label'))

/** Returns the names in the first column of tables that are broken into several lines. */
const findBroken = () =>
  [...document.querySelectorAll('.vp-doc td:first-child code')]
    .filter((name) => /^\w+\??$/.test(name.textContent) && name.getClientRects().length > 1)
    .map((name) => name.textContent)

/** Returns the tables, programs and commands with a part outside the screen that nothing scrolls to. */
const findClipped = () => {
  const scrolls = (element) => {
    for (let box = element; box !== null && box !== document.body; box = box.parentElement)
      if (/auto|scroll/.test(globalThis.getComputedStyle(box).overflowX)) return true
    return false
  }
  return [...document.querySelectorAll('.vp-doc :is(table, pre, code)')]
    .filter((element) => element.getClientRects().length > 0 && !scrolls(element))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < 0 || right > innerWidth + 1
    })
    .map((element) => element.textContent.slice(0, 60))
}

/** Inspects a page of each kind in one look: axe, its width, its title, its pictures and its tables. */
export const visitPages = async (stage, look) => {
  const { page, check, open, shoot, inspect, close } = await openSite(stage, look.name, look)
  for (const [kind, path] of Object.entries(kinds)) {
    await open(path)
    await inspect(path)
    const titles = await page.locator('h1').count()
    check(`${path}: has one title`, titles === 1, titles === 1 ? '' : String(titles))
    const cut = await page.evaluate(findCut)
    check(`${path}: its pictures are complete`, cut.length === 0, cut.join(', '))
    const clipped = await page.evaluate(findClipped)
    check(`${path}: nothing is cut`, clipped.length === 0, clipped.slice(0, 5).join(' | '))
    const broken = await page.evaluate(findBroken)
    check(`${path}: its tables break no name`, broken.length === 0, broken.slice(0, 9).join(', '))
    await shoot(kind)
  }
  await open('/concepts/concepts')
  await shoot('concepts-full', { fullPage: true })
  await close()
}
