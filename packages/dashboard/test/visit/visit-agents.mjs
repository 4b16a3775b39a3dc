import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { runAgents } from '../stage/run-agents.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A text that would act: markup that sets the title, a colour of terminals, a mark that reverses. */
const reversal = '\u202E'
const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const hostile = `${markup} \u001b[31mred ${reversal}desrever`

/** Inspects what an agent wrote, a list of several runs, and every view that has nothing to show yet. */
export const visitAgents = async (stage) => {
  const { check } = stage
  const { folder, remove } = makeRepository(() => [])
  await runAgents(folder, hostile)
  const ui = await startUi(folder)
  const visit = await openPage(stage, `${ui.url}&run=done`)
  const { page, phase } = visit
  const see = async (name) => {
    await visit.inspect(name)
    const text = await page.locator('body').innerText()
    const raw = text.split('\n').find((line) => line.includes('\u001b') || line.includes(reversal))
    check(`${name}: no control character is shown raw`, raw === undefined, JSON.stringify(raw))
    const made = await page.locator('img, body script').count()
    const now = await page.title()
    check(`${name}: nothing became markup`, made === 0 && !/^\d$/.test(now), `${made} elements, ${now}`)
    return text
  }
  const view = (name) => page.getByRole('tab', { name, exact: true }).click()
  const part = (name) => page.locator('.amelia-panel').getByRole('tab', { name, exact: true }).click()
  try {
    await phase('2', 'done').waitFor()
    const runs = page.locator('.amelia-run')
    await runs.nth(2).waitFor()
    check('the list has all runs', (await runs.count()) === 3, `${await runs.count()}`)
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('asked')
    await page.getByText('1 of 3', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('nothing at all')
    await page.getByText('No run matches').waitFor()
    await see('a search that finds no run')
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('')
    await view('Events')
    await see('the events of an agent')
    await view('Graph')
    await page.locator('.amelia-card[data-phase="1"] .amelia-card-head').click()
    await part('Session')
    await page.locator('.amelia-transcripts').waitFor()
    const text = await see('the transcript of an agent')
    check('the text of an agent is shown as text', text.includes('<img src=x'))
    await part('Changes')
    await see('the diff of an agent')

    await runs.filter({ hasText: 'Run failed' }).click()
    await phase('1', 'failed').waitFor()
    await see('the failure of an agent')

    await runs.filter({ hasText: 'Run asked' }).click()
    await page.locator('.amelia-gate').waitFor()
    await see('a plan that waits for approval')
    for (const name of ['Timeline', 'Events', 'Cost']) {
      await view(name)
      await see(`${name} of a run that has not begun`)
    }
    await view('Graph')
    await page.locator('.amelia-card[data-phase="2"] .amelia-card-head').click()
    for (const name of ['Session', 'Changes', 'Checks', 'About']) {
      await part(name)
      await page.locator('.amelia-panel-content > *').first().waitFor()
      await see(`${name} of a phase that has not begun`)
    }
    await visit.close('runs of an agent')
  } finally {
    await ui.stop()
    remove()
  }
}
