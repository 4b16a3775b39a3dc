/* global getComputedStyle */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { runAmelia, startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'
import { until } from '../stage/until.mjs'

/**
 * A run whose process was killed is shown from its store: no part of the page shows work. It is resumed,
 * cancelled and resumed in the page. An answer that a terminal saved is shown, and applied by a resume.
 */
export const visitCrash = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'First', steps: ['echo one > one.txt'] },
    { id: '2', title: 'Second', after: '1', steps: [`${createLatch(made, 'two').step}; echo two > two.txt`] },
    { id: '3', title: 'Third', after: '1', steps: ['no-such-program'] },
  ])
  const { runId, pid } = await startRun(folder, plan, '--trust', 'autonomous')
  const ui = await startUi(folder)
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  const { page, phase, button } = visit
  const row = page.locator('.amelia-run')
  try {
    await button('Retry').waitFor()
    await page.getByRole('tab', { name: 'Graph' }).click()
    await phase('2', 'running').waitFor()
    check('the title of the page has the question', /^\(1\) Running: Bake/.test(await page.title()))
    process.kill(pid, 'SIGKILL')
    await visit.says(/^The engine stopped \d+ s ago\.$/)
    await visit.says('Two phases keep their trees.')
    await button('Resume').waitFor()
    await row.locator('.amelia-run-status', { hasText: 'Interrupted' }).waitFor()
    const text = await page.locator('.amelia-dashboard').innerText()
    const works = await page.locator('.amelia-is-running').count()
    check('nothing is shown as running', works === 0, `${works} marks`)
    check('the list counts as the page does', text.includes('1 of 3 phases') && text.includes('1 of 3'))
    const cancels = await page.getByRole('button', { name: /Cancel/ }).count()
    check('nothing can be cancelled', cancels === 0, `${cancels} buttons`)
    const dashed = await page
      .locator('.amelia-card[data-phase="2"]')
      .evaluate((card) => getComputedStyle(card).borderStyle)
    check('its card is dashed', dashed === 'dashed', dashed)
    const [, title] = /^\(1\) (\w+):/.exec(await page.title()) ?? []
    check('the title of the page says it too', title === 'Interrupted', await page.title())
    const clocks = () => page.locator('.amelia-header, .amelia-canvas').allInnerTexts()
    const before = await clocks()
    await visit.says(/^The engine stopped ([3-9]|\d\d) s ago\.$/)
    check('its clocks stand still', before.join() === (await clocks()).join())
    await visit.inspect('a run whose process was killed')

    const { gates } = JSON.parse(
      await runAmelia(folder, 'status', runId, '--json').catch((error) => error.stdout),
    )
    await runAmelia(folder, 'answer', runId, gates[0].id, 'skip').catch(() => {})
    await visit.says(/answered: skip, applies at resume/)
    await page.locator('.amelia-question').click()
    await visit.says('Answered: skip. It applies when the run is resumed.')
    check('an answered question has no choices', (await page.locator('.amelia-answer-row').count()) === 0)
    await visit.inspect('an answer that applies at resume')
    await button('Resume').click()
    await phase('2', 'running').waitFor()
    await phase('3', 'done').waitFor()
    check('a killed run is resumed in the page, with the saved answer', true)
    await visit.says('The engine runs again.')
    await button('Cancel run').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
    await page.locator('[data-connection="over"]').waitFor()
    await visit.says('The run was cancelled. It can be resumed.')
    createLatch(folder, 'two').open()
    await button('Resume').click()
    await phase('2', 'done').waitFor()
    await page.locator('[data-connection="over"]').waitFor()
    await until(
      async () => /^(Completed|Partly done): Bake/.test(await page.title()),
      'the title shows the end',
    )
    check('a run that has ended is resumed in the page, which follows it to its end', true)
    await visit.close('a killed run')
  } finally {
    await ui.stop()
    remove()
  }
}
