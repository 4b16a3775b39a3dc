import { createRun, readPlan } from '@amelia/core'
import { createRepository, isomorphicHost, memoryFileSystem } from '@amelia/git-isomorphic'
import { phaseTable } from '@amelia/parser-phase-table'

const identity = { name: 'A page', email: 'page@example.org' }

/** Runs a plan of files in a page, on a repository in memory. Calls `show` for each event. */
export const runInPage = async (text, show) => {
  const repository = { fs: memoryFileSystem(), dir: '/repo' }
  await createRepository({ ...repository, identity, files: { 'README.md': 'Hello\n' } })
  const run = await createRun({
    plan: readPlan(text, { parsers: [phaseTable()] }),
    host: isomorphicHost({ ...repository, identity }),
    trust: 'autonomous',
    planApproved: true,
  })
  run.subscribe({}, show)
  const { status, target, head } = await run.start()
  return { status, target, head }
}

// In a page: a form with the plan, and a list of its events.
globalThis.document?.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const list = document.querySelector('ol')
  const result = await runInPage(new FormData(event.target).get('plan'), ({ type, phaseId = '' }) =>
    list.append(Object.assign(document.createElement('li'), { textContent: `${type} ${phaseId}` })),
  )
  document.querySelector('output').textContent = `${result.status}: ${result.head}`
})
