/* global fetch */
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

const token = 'a-token-that-is-chosen-by-hand'

/**
 * Follows a run through a reload, a lost network, and a server that is killed and started again. The list of
 * events at the end has no gap.
 */
export const visitConnection = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository(() => [
    ...[1, 2, 3, 4, 5, 6].map((id) => ({
      id: `${id}`,
      title: `Part ${id}`,
      after: id === 1 ? '-' : `${id - 1}`,
      steps: ['sleep 2; true'],
    })),
  ])
  const env = { AMELIA_UI_TOKEN: token }
  let ui = await startUi(folder, [], env)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  const { page, phase, context } = visit
  const connection = (state) => page.locator(`[data-connection="${state}"]`)
  try {
    await phase('1', 'done').waitFor()
    await page.reload()
    await phase('1', 'done').waitFor()
    await connection('live').waitFor()
    check('a reload in the middle of a run shows it again', true)

    await context.setOffline(true)
    await page.evaluate(() => globalThis.dispatchEvent(new globalThis.Event('offline')))
    await ui.kill()
    await connection('reconnecting').waitFor()
    await visit.inspect('a lost connection')
    await context.setOffline(false)
    ui = await startUi(folder, ['--port', String(ui.port)], env)
    await connection('live').waitFor()
    check('the page is back after the network was lost and the server was killed', true)

    await connection('over').waitFor()
    // The list of runs has the same words.
    const count = page.getByRole('main').getByText('6 of 6 phases', { exact: true })
    check('it shows the end of the run', await count.isVisible())
    await page.getByRole('tab', { name: 'Events' }).click()
    const headers = { authorization: `Bearer ${token}` }
    const { seq } = await (await fetch(new URL(`/v1/runs/${runId}`, ui.url), { headers })).json()
    const told = await page.getByText(/^\d+ events$/).innerText()
    check('each event is there once', told === `${seq} events`, `${told}, ${seq} in the store`)
    await visit.inspect('the events of a run')
    await visit.close('a connection that is lost')
  } finally {
    await ui.stop()
    remove()
  }
}
