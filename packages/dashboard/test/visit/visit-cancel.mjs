import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'
import { until } from '../stage/until.mjs'

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Cancels a step in the page: its process ends, and a question asks how to continue. */
export const visitCancel = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'Wait', steps: [`echo $$ > ${join(made, '.git', 'pid')}; sleep 600`] },
  ])
  const file = join(folder, '.git', 'pid')
  const ui = await startUi(folder)
  // Its command writes beside the workspace.
  const { runId, pid } = await startRun(folder, plan, '--trust', 'autonomous', '--confine', 'off')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  try {
    await until(() => existsSync(file), 'the step starts')
    const step = Number(readFileSync(file, 'utf8'))
    check('the step is a process', isAlive(step) && isAlive(pid))
    await visit.page.locator('[data-focus]').first().click()
    await visit.page.getByRole('tab', { name: 'About' }).click()
    await visit.button(/^Cancel step/).click()
    const dialog = visit.page.getByRole('dialog')
    await visit.inspect('the confirmation of a cancellation')
    await dialog.getByRole('button', { name: 'Keep running' }).click()
    check('a cancellation that is not confirmed ends nothing', isAlive(step))
    await visit.button(/^Cancel step/).click()
    await dialog.getByRole('button', { name: 'Cancel step' }).click()
    await until(() => !isAlive(step), 'the process of the step ends')
    await visit.page.locator('.amelia-question').click()
    await visit.button('Retry').waitFor()
    check('the process is gone, and a question asks how to continue', true)
    rmSync(file)
    await visit.button('Retry').click()
    await until(() => existsSync(file), 'the step starts again')
    const again = Number(readFileSync(file, 'utf8'))
    await visit.button('Cancel batch 1').click()
    await dialog.getByRole('button', { name: 'Cancel batch' }).click()
    await until(() => !isAlive(again), 'the processes of the batch end')
    await visit.button('Retry').waitFor()
    check('a batch is cancelled from its lane', true)
    await visit.close('a cancelled step')
  } finally {
    await ui.stop()
    remove()
  }
}
