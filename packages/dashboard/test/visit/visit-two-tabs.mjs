import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** Two tabs answer one question at once: the first answer counts, and the other tab is told. */
export const visitTwoTabs = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'Bake', steps: ['no-such-program --bake'] },
    { id: '2', title: 'Keep going', steps: [createLatch(made, 'two').step] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const url = `${ui.url}&run=${runId}`
  const [one, two] = [await openPage(stage, url), await openPage(stage, url)]
  try {
    await Promise.all([one.button('Retry').waitFor(), two.button('Retry').waitFor()])
    await two.button('More answers').click()
    await Promise.all([one.button('Retry').click(), two.button('Skip').click()])
    const dialog = two.page.getByRole('dialog')
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Skip' }).click()
    // Either the server refused the answer, or the page saw that of the other tab first.
    const notice = ({ page }) => page.getByText(/was answered (already|elsewhere)/).first()
    const told = await Promise.race([one, two].map(async (tab) => notice(tab).innerText()))
    check('the second tab is told which answer counts', /answered/i.test(told), told)
    await one.close('the first tab')
    await two.close('the second tab')
    createLatch(folder, 'two').open()
  } finally {
    await ui.stop()
    remove()
  }
}
