/* global document */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository, planOf } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startUi } from '../stage/start-ui.mjs'

const several = [
  ...['# Plans', '', '## Issue #1', '', '### Task 1: One', '', 'Do it.', ''],
  ...['## Issue #18', '', '### Task 1: Two', '', 'Do it.', ''],
].join('\n')

/** A plan is checked, corrected and started in the page; its run is crashed, resumed and reverted there. */
export const visitStart = async (stage) => {
  const { check } = stage
  const { folder, git, remove } = makeRepository(() => [])
  const bread = [
    { id: '1', title: 'Mix', steps: ['echo dough > dough.txt'] },
    { id: '2', title: 'Bake', after: '1', steps: ['echo bread > bread.txt'] },
  ]
  const plan = planOf(bread, 'Bake in the page')
  writeFileSync(join(folder, 'bread-plan.md'), plan)
  writeFileSync(join(folder, 'many.md'), several)
  const before = git('rev-parse', 'main')
  const ui = await startUi(folder, ['--allow-start', '--', '--concurrency', '2'])
  const visit = await openPage(stage, ui.url)
  const { page, button, phase } = visit
  const cycle = [
    { id: '1', title: 'Mix', after: '2', steps: ['true'] },
    { id: '2', title: 'Bake', after: '1', steps: ['true'] },
  ]
  try {
    await button('New run').click()
    const text = page.getByRole('textbox', { name: 'Plan' })
    await text.fill(planOf(cycle))
    await visit.says(/cycle/i)
    const mark = page.locator('.amelia-editor-gutter [data-severity="error"]')
    check('the line of an error is marked while one types', (await mark.count()) > 0)
    await visit.inspect('a plan with an error')
    await button(/many\.md/).click()
    const section = page.getByRole('combobox', { name: 'Plan in this text' })
    await section.selectOption('Issue #18')
    await button('Start 1 phase').waitFor()
    await button('Back to your text').click()
    check('the own text comes back', (await text.inputValue()) === planOf(cycle))
    await button(/bread-plan\.md/).click()
    await page.getByText('echo dough > dough.txt').first().waitFor()
    await page.locator('.amelia-preview .amelia-card[data-phase="2"]').waitFor()
    await visit.says('set by the server')
    await visit.inspect('the preview of a plan')
    await page.getByRole('textbox', { name: 'Tests' }).fill('test -f README.md')
    await page.getByRole('radio', { name: /^Autonomous/ }).check()
    await button('Start 2 phases without an agent').click()
    await phase('2', 'done').waitFor()
    const place = await page.evaluate(() => document.activeElement.tagName)
    check('the focus stays in the page after a start', place !== 'BODY', place)
    await page.locator('[data-connection="over"]').waitFor()
    check('a plan that was started in the page ran', git('log', '--all', '--format=%s').includes('Bake'))
    const tested = git('log', '--all', '--format=%B')
    check('the tests that were chosen ran', /- test passed/.test(tested))
    await page.getByRole('tab', { name: 'Events' }).click()
    const dialog = page.getByRole('dialog')
    await button('Revert…').click()
    await dialog.getByRole('button', { name: 'Revert the run' }).click()
    await visit.says('The run is reverted.')
    await visit.says('Ended: reverted')
    const status = git('status', '--porcelain')
    const files = status.split('\n').sort().join()
    const isSame = git('rev-parse', 'main') === before && files === '?? bread-plan.md,?? many.md,?? plan.md'
    check('the checkout is untouched', isSame, status)
    await visit.close('a plan that is started in the page')
  } finally {
    await ui.stop()
    remove()
  }
}
