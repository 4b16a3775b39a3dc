/* global Buffer, document, getSelection */
import { openVisit } from './open-visit.mjs'

/** Opens invalid plans, one from a file, and a run that asks. */
export const visitQuestions = async (stage, look) => {
  const visit = await openVisit(stage, look)
  const { page, check, shoot, phase } = visit
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
  await phase('2a', 'waiting')
  await phase('3', 'completed')
  await visit.hasStatus('waits for your answer')
  await page.reload()
  await page.waitForSelector('.question')
  await visit.hasStatus('waits for your answer')
  const question = await page.locator('.question').innerText()
  check(
    'the run asks, and still does after a reload',
    question.includes('kitchen-scales'),
    question.split('\n')[1],
  )
  await page.waitForSelector('#detail summary')
  await shoot('question')
  const choices = await page
    .locator('.question [data-choice]')
    .evaluateAll((buttons) => buttons.map((button) => button.dataset.choice))
  check(
    'without an agent no answer for an agent is offered',
    choices.includes('skip') && !choices.includes('fix'),
    choices.join(', '),
  )
  await page.fill('.question textarea', 'There are no scales here.')
  await page.click('.question [data-choice="skip"]')
  await visit.hasStatus('something was skipped')
  const events = await page.locator('#events').innerText()
  check('the answer is in the events, with its words', events.includes('There are no scales here.'))

  await page.click('#again')
  await page.waitForSelector('body[data-mode="editing"]')
  await page.selectOption('#pick', 'night-sky')
  await page.check('#asks-often')
  await page.click('#start')
  await page.waitForSelector('.question')
  while (!(await visit.status()).startsWith('Completed')) {
    const approve = page.locator('.question [data-choice="approve"]:enabled').first()
    await Promise.race([approve.click().catch(() => {}), visit.hasStatus('Completed')])
  }
  check('a run that asks after each batch goes on with its answers', (await visit.countDone()) === 4)
  await visit.end()
}
