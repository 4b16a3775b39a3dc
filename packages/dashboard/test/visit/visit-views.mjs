import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** Texts that would act: markup that sets the title, a colour of terminals, and a sign that reverses text. */
const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const colour = '\u001b[31m'
const reversal = '\u202E'

/** Inspects every view of a run whose texts are hostile, and stops the server while the page is open. */
export const visitViews = async (stage) => {
  const { check } = stage
  const write = `printf '%s\\n' '${markup} ${colour}red ${reversal}desrever'`
  const { folder, plan, remove } = makeRepository(() => [
    { id: '1', title: `Bake ${markup}`, steps: [`${write} > page.html`, `${write}; echo told`] },
    { id: '2', title: 'Fail', after: '1', steps: [`${write}; no-such-program`] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  const { page, phase } = visit
  const tab = (name) => page.getByRole('tab', { name, exact: true })
  const seen = []
  const see = async (name) => {
    await visit.inspect(name)
    const text = await page.locator('body').innerText()
    seen.push(text)
    const raw = text.split('\n').find((line) => line.includes('\u001b') || line.includes(reversal))
    check(`${name}: no control character is shown raw`, raw === undefined, JSON.stringify(raw))
    const made = await page.locator('img, body script').count()
    const now = await page.title()
    check(`${name}: nothing became markup`, made === 0 && !/^\d$/.test(now), `${made} elements, ${now}`)
  }
  try {
    await phase('1', 'done').waitFor()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await see('a question about hostile output')
    for (const name of ['Timeline', 'Events', 'Cost']) {
      await tab(name).click()
      await see(name)
    }
    await tab('Graph').click()
    await phase('1', 'done').first().click()
    const panel = page.locator('.amelia-panel')
    for (const name of await panel.getByRole('tab').allInnerTexts()) {
      await panel.getByRole('tab', { name, exact: true }).click()
      await see(`${name} of a phase`)
    }
    check('markup is shown as text', seen.join('\n').includes('<img src=x'))
    const since = Date.now()
    await ui.stop()
    check('Ctrl+C ends the server with an open page within 5 s', Date.now() - since < 5_000)
    await visit.close('hostile texts')
  } finally {
    await ui.stop()
    remove()
  }
}
