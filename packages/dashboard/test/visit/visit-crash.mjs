import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A run whose process was killed is shown from its store, and resumed, cancelled and resumed in the page. */
export const visitCrash = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'First', steps: ['echo one > one.txt'] },
    { id: '2', title: 'Second', after: '1', steps: [`${createLatch(made, 'two').step}; echo two > two.txt`] },
  ])
  const { runId, pid } = await startRun(folder, plan, '--trust', 'autonomous')
  const ui = await startUi(folder)
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  try {
    await visit.phase('2', 'running').waitFor()
    process.kill(pid, 'SIGKILL')
    await visit.button('Resume').waitFor()
    await visit.inspect('a run whose process was killed')
    await visit.button('Resume').click()
    await visit.phase('2', 'running').waitFor()
    check('a killed run is resumed in the page', true)
    await visit.button(/^Cancel$/).click()
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
    await visit.page.locator('[data-connection="over"]').waitFor()
    createLatch(folder, 'two').open()
    await visit.button('Resume').click()
    await visit.phase('2', 'done').waitFor()
    await visit.page.locator('[data-connection="over"]').waitFor()
    check('a run that has ended is resumed in the page, which follows it to its end', true)
    await visit.close('a killed run')
  } finally {
    await ui.stop()
    remove()
  }
}
