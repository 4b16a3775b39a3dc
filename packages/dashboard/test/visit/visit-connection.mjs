/* global fetch, URLSearchParams */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startNetwork } from '../stage/start-network.mjs'
import { startUi } from '../stage/start-ui.mjs'

/**
 * Follows a run through a reload, a lost network, and a server that is killed and started again, with the
 * kept token at the kept port. The list of events at the end has no gap. A copied address works in another
 * tab, and no tab works after the token was replaced.
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
  const open = (id) => createLatch(folder, id).open()
  let ui = await startUi(folder)
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
    const messages = await page.getByText(/cannot be reached|cannot be read|lost/).allInnerTexts()
    check('one message says that the server cannot be reached', messages.length === 1, messages.join(' | '))
    const enabled = await page.locator('.amelia-run-actions button:enabled, .amelia-card-cancel').count()
    check('no button sends anything', enabled === 0, `${enabled} buttons`)
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
    const { port } = ui
    ui = await startUi(folder)
    check('a server that is started again has its port', ui.port === port, `${ui.port}`)
    await connection('live').waitFor()
    await main.getByText('4 of 6 phases', { exact: true }).waitFor()
    check('the page is back after the server was killed', true)

    open(5)
    open(6)
    await connection('over').waitFor()
    await main.getByText('6 of 6 phases', { exact: true }).waitFor()
    check('it shows the end of the run', true)
    await page.getByRole('tab', { name: 'Events' }).click()
    const token = new URLSearchParams(new URL(ui.url).hash.slice(1)).get('token')
    const headers = { authorization: `Bearer ${token}` }
    const { seq } = await (await fetch(new URL(`/v1/runs/${runId}`, ui.url), { headers })).json()
    const told = await page.getByText(/^\d+ events$/).innerText()
    check('each event is there once', told === `${seq} events`, `${told}, ${seq} in the store`)
    await visit.inspect('the events of a run')
    const copied = page.url()
    const other = await visit.context.newPage()
    await other.goto(copied)
    await other.getByRole('main').getByText('6 of 6 phases', { exact: true }).waitFor()
    check('a copied address works in another tab', !copied.includes('token'), copied)

    const unknown = await visit.context.newPage()
    await unknown.goto(copied.replace(runId, 'no-such-run'))
    await unknown.getByText('Run no-such-run was not found').waitFor()
    await unknown.getByText(/Choose a run in the list\.$/).waitFor()
    check('a run that does not exist is named', (await unknown.getByText('Connecting').count()) === 0)

    const renewed = await startUi(folder, ['--new-token'])
    await page.getByText('The server does not accept the token of this page.').waitFor()
    check('the old token is refused', (await fetch(new URL('/v1/runs', ui.url), { headers })).status === 401)
    await visit.inspect('a page with an old token')
    await page.goto(renewed.url.replace(`:${renewed.port}/`, `:${ui.port}/`))
    await main.getByText('6 of 6 phases', { exact: true }).waitFor()
    await other.getByRole('main').getByText('6 of 6 phases', { exact: true }).waitFor()
    check('the new address works, in other tabs too', true)
    await renewed.stop()
    await visit.close('a connection that is lost')
  } finally {
    network.close()
    await ui.stop()
    remove()
  }
}
