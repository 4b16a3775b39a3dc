import { createRun, definePlan, openRun } from '@amelia/core'

/** A plan whose last phase calls the service that deploys. */
export const plan = definePlan({
  goal: 'Release the page',
  phases: [
    {
      id: 'notes',
      title: 'Write the release notes',
      subtasks: [
        {
          id: 'notes.1',
          title: 'Notes',
          steps: [{ id: 'write', action: 'code', filePath: 'NOTES.md', codeChange: '# Notes\n' }],
        },
      ],
    },
    {
      id: 'deploy',
      title: 'Deploy',
      dependsOn: ['notes'],
      subtasks: [
        {
          id: 'deploy.1',
          title: 'Deploy to Europe',
          steps: [{ id: 'eu', action: 'function', name: 'deploy', input: { region: 'eu' } }],
        },
      ],
    },
  ],
})

/** The functions that steps of plans may call. `url` is the service. */
export const functionsOf = (url) => ({
  deploy: async ({ input, context, signal }) => {
    if (!['eu', 'us'].includes(input.region)) throw new Error(`Expected eu or us; got ${input.region}.`)
    const response = await fetch(`${url}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': context.idempotencyKey },
      body: JSON.stringify({ region: input.region, run: context.run.id }),
      signal,
    })
    if (!response.ok) throw new Error(`The service answered ${response.status}.`)
    return response.json()
  },
})

/** Runs the plan, or continues the run that an earlier process began. */
export const release = async ({ host, runId, url, begun = false }) => {
  const functions = functionsOf(url)
  const options = { plan, trust: 'autonomous', planApproved: true }
  const run = await (begun
    ? openRun({ host, runId, functions })
    : createRun({ ...options, host, runId, functions }))
  return run.start()
}
