/* global document, getComputedStyle */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { openPage } from '../stage/open-page.mjs'

const folder = join(import.meta.dirname, '../embed')
const hostile = readFileSync(join(folder, 'hostile.css'), 'utf8')

/** The properties that rules of a host page would change. Sizes are among them where they are not results. */
const properties = [
  ...['display', 'position', 'float', 'box-sizing', 'min-width', 'max-width', 'min-height', 'visibility'],
  ...['margin', 'padding', 'border', 'border-radius', 'outline-style', 'box-shadow', 'opacity', 'appearance'],
  ...['color', 'background-color', 'background-image', 'fill', 'stroke', 'text-shadow', 'cursor'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing'],
  ...['text-align', 'text-transform', 'text-indent', 'text-decoration-line', 'white-space', 'list-style'],
]

const readStyles = (names) =>
  [...document.querySelectorAll('.amelia, .amelia *')].map((element) => {
    const style = getComputedStyle(element)
    return [
      `${element.localName}.${element.getAttribute('class') ?? ''}`,
      names.map((name) => style.getPropertyValue(name)),
    ]
  })

/** Embeds the built package in an application, and adds the rules of a host page for elements. */
export const visitEmbed = async (stage) => {
  const { check } = stage
  const outDir = mkdtempSync(join(tmpdir(), 'amelia-embed-'))
  const config = { root: folder, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } }
  await build({ ...config, build: { ...config.build, target: 'es2022' } })
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
  const visit = await openPage(stage, server.resolvedUrls.local[0], { reducedMotion: 'reduce' })
  const { page } = visit
  const compare = async (name) => {
    const before = await page.evaluate(readStyles, properties)
    const style = await page.addStyleTag({ content: hostile })
    const after = await page.evaluate(readStyles, properties)
    if (stage.pictures) await page.screenshot({ path: join(stage.pictures, `embedded-${name}.png`) })
    await style.evaluate((element) => element.remove())
    const changed = before.flatMap(([element, values], index) =>
      values.flatMap((value, at) =>
        value === after[index]?.[1][at] ? [] : [`${element} ${properties[at]}: ${after[index]?.[1][at]}`],
      ),
    )
    const same = before.length === after.length && changed.length === 0
    const some = [...new Set(changed)].slice(0, 12).join('; ')
    check(`${name}: rules of the host page change none of ${before.length} elements`, same, some)
  }
  try {
    await page.locator('.amelia-gate').waitFor()
    await compare('a question')
    for (const name of ['Timeline', 'Events', 'Cost']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await compare(name)
    }
    await page.getByRole('tab', { name: 'Graph', exact: true }).click()
    await page.locator('.amelia-card-head').first().click()
    for (const name of ['Session', 'Changes', 'Checks', 'About']) {
      await page.locator('.amelia-panel').getByRole('tab', { name, exact: true }).click()
      await page.waitForFunction(() => !document.body.innerText.includes('Reading'))
      await compare(`${name} of a phase`)
    }
    await visit.close('an embedded dashboard')
  } finally {
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
