import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A page that may only read has no buttons that act, and an empty repository says how to begin. */
export const visitReadOnly = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository(() => [
    { id: '1', title: 'Bake', steps: ['no-such-program --bake'] },
  ])
  const ui = await startUi(folder, ['--read-only'])
  const visit = await openPage(stage, ui.url)
  try {
    await visit.says('No runs')
    await visit.inspect('a repository without runs')
    await startRun(folder, plan, '--trust', 'autonomous')
    await visit.says('You can read this run, and not answer.')
    const names = await visit.page.getByRole('button').allInnerTexts()
    const acting = names.filter((name) =>
      /^(Retry|Skip|Cancel|Finish running|Resume|Revert|End|New run)/.test(name),
    )
    check('a page that may only read has no buttons that act', acting.length === 0, acting.join(', '))
    await visit.close('a page that may only read')
  } finally {
    await ui.stop()
    remove()
  }
}
