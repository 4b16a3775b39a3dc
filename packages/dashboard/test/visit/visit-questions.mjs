import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { runAmelia, startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A parallel run of another process with a checkpoint and a blocker, which are answered in the page. */
export const visitQuestions = async (stage) => {
  const { check } = stage
  const { folder, plan, git, remove } = makeRepository((made) => [
    { id: '1', title: 'Mix the dough', steps: [`${createLatch(made, 'both').step}; echo dough > dough.txt`] },
    { id: '2', title: 'Heat the oven', steps: [`${createLatch(made, 'both').step}; echo hot > oven.txt`] },
    { id: '3', title: 'Bake', after: '1, 2', steps: ['no-such-program --bake'] },
    { id: '4', title: 'Cool down', after: '1', steps: ['echo cool > cool.txt'] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'paranoid')
  const visit = await openPage(stage, ui.url)
  const { page, phase } = visit
  try {
    await page.getByRole('heading', { name: 'Bake bread' }).waitFor()
    check('the address keeps no token', !page.url().includes('token'), page.url())
    await Promise.all([phase('1', 'running').waitFor(), phase('2', 'running').waitFor()])
    check('two phases run at once', true)
    await visit.inspect('a run in progress')
    createLatch(folder, 'both').open()

    const gate = page.locator('.amelia-gate')
    const inspected = new Set()
    /** Answers the question in the panel. Returns false at the end of the run. */
    const answerNext = async () => {
      const over = page.locator('[data-connection="over"]')
      await gate.or(over).first().waitFor()
      if (!(await gate.isVisible())) return false
      const id = await gate.getAttribute('data-gate')
      const kind = id.startsWith('blocker') ? 'a blocker' : 'a checkpoint'
      if (!inspected.has(kind)) await visit.inspect(kind)
      inspected.add(kind)
      if (kind === 'a blocker') {
        await gate.getByRole('button', { name: 'More answers' }).click()
        await visit.inspect('the other answers')
        const more = await page.locator('.amelia-choices li').allInnerTexts()
        const choices = [await page.locator('.amelia-answer-effects').innerText(), ...more]
        check(
          'a blocker offers choices with their consequences',
          choices.length >= 3,
          choices.join(' | ').replaceAll('\n', ': '),
        )
      }
      const name = kind === 'a blocker' ? 'Skip' : 'Approve'
      await gate.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      const dialog = page.getByRole('dialog')
      const answered = page.locator(`.amelia-gate[data-gate="${id}"]`)
      await dialog
        .or(page.locator('body:not(:has(.amelia-gate))'))
        .or(page.locator(`body:not(:has([data-gate="${id}"]))`))
        .first()
        .waitFor()
      if (await dialog.isVisible()) await dialog.getByRole('button', { name }).click()
      await answered.waitFor({ state: 'detached' })
      return true
    }
    while (await answerNext());
    check('a checkpoint and a blocker were answered', inspected.size === 2, [...inspected].join(', '))
    const report = JSON.parse(await runAmelia(folder, 'status', runId, '--json'))
    const statuses = Object.fromEntries(report.phases.map(({ id, status }) => [id, status]))
    check(
      'the phases ended as they were answered',
      Object.values(statuses).every((status) => status === 'completed'),
      JSON.stringify(statuses),
    )
    check('each completed phase is a commit', git('log', '--format=%s', report.target).includes('Cool down'))
    await visit.inspect('the end of a run')
    await visit.close('questions')
  } finally {
    await ui.stop()
    remove()
  }
}
