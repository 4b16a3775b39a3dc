/* global fetch */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startNetwork } from '../stage/start-network.mjs'
import { startUi } from '../stage/start-ui.mjs'

const token = 'a-token-that-is-chosen-by-hand'

/**
 * Follows a run through a reload, a lost network, and a server that is killed and started again. The list of
 * events at the end has no gap.
 */
export const visitConnection = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    ...[1, 2, 3, 4, 5, 6].map((id) => ({
      id: `${id}`,
      title: `Part ${id}`,
      after: id === 1 ? '-' : `${id - 1}`,
      steps: [createLatch(made, id).step],
    })),
  ])
  const env = { AMELIA_UI_TOKEN: token }
  const open = (id) => createLatch(folder, id).open()
  let ui = await startUi(folder, [], env)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const network = await startNetwork()
  const visit = await openPage(stage, `${ui.url}&run=${runId}`, { proxy: network.proxy })
  const { page, phase } = visit
  // The list of runs has the same words.
  const main = page.getByRole('main')
  const connection = (state) => page.locator(`[data-connection="${state}"]`)
  try {
    open(1)
    await phase('1', 'done').waitFor()
    await phase('2', 'running').waitFor()
    await page.reload()
    await phase('1', 'done').waitFor()
    await phase('2', 'running').waitFor()
    await connection('live').waitFor()
    check('a reload in the middle of a run shows it again', true)

    network.cut()
    open(2)
    await connection('reconnecting').waitFor()
    await visit.inspect('a page without a network')
    network.restore()
    await connection('live').waitFor()
    await phase('2', 'done').waitFor()
    check('the page is back after the network was lost', true)

    await ui.kill()
    await connection('reconnecting').waitFor()
    await visit.inspect('a lost connection')
    open(3)
    open(4)
    ui = await startUi(folder, ['--port', String(ui.port)], env)
    await connection('live').waitFor()
    await main.getByText('4 of 6 phases', { exact: true }).waitFor()
    check('the page is back after the server was killed', true)

    open(5)
    open(6)
    await connection('over').waitFor()
    await main.getByText('6 of 6 phases', { exact: true }).waitFor()
    check('it shows the end of the run', true)
    await page.getByRole('tab', { name: 'Events' }).click()
    const headers = { authorization: `Bearer ${token}` }
    const { seq } = await (await fetch(new URL(`/v1/runs/${runId}`, ui.url), { headers })).json()
    const told = await page.getByText(/^\d+ events$/).innerText()
    check('each event is there once', told === `${seq} events`, `${told}, ${seq} in the store`)
    await visit.inspect('the events of a run')
    await visit.close('a connection that is lost')
  } finally {
    network.close()
    await ui.stop()
    remove()
  }
}
