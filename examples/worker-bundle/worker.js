import { createRun, readPlan } from '@amelia/core'
import { createRepository, isomorphicHost, memoryFileSystem } from '@amelia/git-isomorphic'
import { phaseTable } from '@amelia/parser-phase-table'

const identity = { name: 'A Worker', email: 'worker@example.org' }

/** Runs the plan in the body of a request, on a repository in memory, and answers with the report. */
export default {
  async fetch(request) {
    const repository = { fs: memoryFileSystem(), dir: '/repo' }
    await createRepository({ ...repository, identity, files: { 'README.md': 'Hello\n' } })
    try {
      const run = await createRun({
        plan: readPlan(await request.text(), { parsers: [phaseTable()] }),
        host: isomorphicHost({ ...repository, identity }),
        trust: 'autonomous',
        planApproved: true,
      })
      const { status, head, phases } = await run.start()
      return Response.json({ status, head, phases: phases.map(({ id, commit }) => ({ id, commit })) })
    } catch ({ code, message }) {
      return Response.json({ code, message }, { status: 400 })
    }
  },
}
