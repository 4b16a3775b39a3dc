/* global Buffer, document, getSelection */
import { openVisit } from './open-visit.mjs'

/** Opens invalid plans, one from a file, and a run that asks. */
export const visitQuestions = async (stage, look) => {
  const visit = await openVisit(stage, look)
  const { page, check, shoot } = visit
  const broken =
    '# Broken\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | One | 9 |\n\n## Phase 1: One\n'
  await page.fill('#plan', broken)
  await page.waitForSelector('#issues .error')
  await page.click('#start')
  await visit.hasStatus('cannot be run')
  const issues = await page.locator('#issues').innerText()
  check(
    'a plan that cannot be run is told with its line',
    /Line 5\b/.test(issues),
    issues.replaceAll('\n', ' '),
  )
  await page.reload()
  check('and is there after a reload', (await page.inputValue('#plan')) === broken)
  await page.click('#issues button')
  const chosen = await page.evaluate(() => getSelection().toString())
  check('and one gets to the line', chosen === '| 1 | One | 9 |', chosen)

  const file = { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# From a file\n') }
  await page.setInputFiles('#file', file)
  await page.waitForFunction(() => document.querySelector('#plan').value === '# From a file\n')
  check('a plan comes from a file', (await page.inputValue('#pick')) === 'own')

  await page.selectOption('#pick', 'stuck')
  await page.click('#start')
  await visit.hasDone(1)
  await visit.hasStatus('waits for your answer')
  await page.reload()
  await visit.hasStatus('waits for your answer')
  await visit.openQuestion()
  const question = await visit.gate.innerText()
  check(
    'the run asks, and still does after a reload',
    question.includes('kitchen-scales'),
    question.split('\n')[0],
  )
  await shoot('question')
  await visit.gate.getByRole('button', { name: 'More answers' }).click()
  const choices = await visit.gate.getByRole('button').allInnerTexts()
  check(
    'without an agent no answer for an agent is offered',
    choices.some((name) => name.startsWith('Skip')) && !choices.some((name) => /fix/i.test(name)),
    choices.join(', '),
  )
  await page.fill('.amelia-gate textarea', 'There are no scales here.')
  await visit.answer('Skip')
  await visit.hasStatus('something was skipped')
  await visit.openTab('Events')
  await page.getByText('There are no scales here.').first().waitFor()
  check('the answer is in the events, with its words', true)

  await page.click('#again')
  await page.waitForSelector('body[data-mode="editing"]')
  await page.selectOption('#pick', 'night-sky')
  await page.check('#asks-often')
  await page.click('#start')
  for (;;) {
    await Promise.race([visit.openQuestion(), visit.hasStatus('Completed')])
    if ((await visit.status()).startsWith('Completed')) break
    const id = await visit.gate.getAttribute('data-gate')
    await visit.answer('Approve')
    await page.locator(`.amelia-gate[data-gate="${id}"]`).waitFor({ state: 'detached' })
  }
  await visit.hasDone(4)
  check('a run that asks after each batch goes on with its answers', true)
  await visit.end()
}
