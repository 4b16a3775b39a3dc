/* global getComputedStyle */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVisit } from './open-visit.mjs'
import { unpackZip } from './unpack-zip.mjs'

/**
 * Runs the plan with commands: reloads in the middle, and downloads the zip at the end. Runs it again with a
 * second tab.
 */
export const visitCommands = async (stage, look) => {
  const visit = await openVisit(stage, look)
  const { page, check, shoot, countDone } = visit
  await page.press('#start', 'Enter')
  // Its batch folds to one line while others run.
  await visit.hasDone(1)
  const mark = page.locator('.amelia-is-running .amelia-spin').first()
  await mark.waitFor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const motion = await mark.evaluate((element) => getComputedStyle(element).animationName)
  check('nothing moves for who wants that', motion === 'none', motion)
  await shoot('1-running')
  await page.reload()
  await page.locator('.amelia-is-running').first().waitFor()
  const before = await countDone()
  await shoot('2-after-a-reload')
  check('the run is there after a reload, in the middle', before > 0 && before < 4, `${before} of 4 phases`)

  await visit.hasStatus('Completed')
  await visit.hasDone(4)
  check('all phases are done', true)
  await shoot('3-at-the-end')
  await visit.openPhase('3')
  await visit.openTab('Changes')
  await page.locator('.amelia-diff', { hasText: 'Vega' }).waitFor()
  await shoot('4-changes')
  const changes = await page.locator('.amelia-diff').innerText()
  await visit.closePanel()
  check('the last commit shows what it made', changes.includes('guide/stars.txt') && changes.includes('Vega'))
  await checkZip(await visit.download(), check)
  await page.reload()
  await visit.hasStatus('Completed')
  await visit.hasDone(4)
  check('what is done is there after another reload', true)
  await page.click('#again')
  await page.waitForSelector('body[data-mode="editing"]')
  check('it can be begun again', (await page.locator('.amelia-header').count()) === 0)

  await page.press('#start', 'Enter')
  await page.locator('.amelia-is-running').first().waitFor()
  // At once: the run takes only some seconds.
  const second = await visit.context.newPage()
  await second.goto(stage.url)
  await second.waitForSelector('#status[data-tone="bad"]')
  const told = await second.locator('#status').innerText()
  check('a second tab reports that the run is locked', told.includes('locked'), told)
  await second.close()
  await visit.hasStatus('Completed')
  await visit.end()
}

/** The zip is a repository that git accepts. */
const checkZip = async (path, check) => {
  const folder = await mkdtemp(join(tmpdir(), 'amelia-zip-'))
  try {
    await unpackZip(path, folder)
    const git = (...args) =>
      execFileSync('git', ['-C', join(folder, 'repository'), ...args], { encoding: 'utf8', stdio: 'pipe' })
    git('fsck', '--strict')
    git('reset', '--quiet')
    const titles = git('log', '--format=%s').trim().split('\n')
    const changed = git('status', '--porcelain')
    check(
      'the repository comes as a zip, and git reads it',
      titles.length > 4 && changed === '',
      changed || `${titles.length} commits`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
