import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRun, generatePlan, listRuns, openRun } from '@amelia/core'
import { taskHeading } from '@amelia/parser-task-heading'

const parsers = [taskHeading()]

/** Reads a folder of issues: one Markdown file each, in the order of their names. */
export const readIssues = async (folder) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => ({
      id: name.replace(/\.md$/, ''),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

/**
 * Works through issues, one after the other: an agent plans each, agents implement and review it, and its
 * commits are on a branch. An issue that needs a person waits; the next one begins.
 *
 * An issue that an earlier night has begun is resumed, and a finished one is left alone.
 *
 * @param {{
 *   issues: { id: string, text: string }[],
 *   host: import('@amelia/core').Host,
 *   driver: import('@amelia/core').DriverV1,
 *   verify: Record<string, string[]>,
 *   budget: import('@amelia/core').Budget,
 * }} options
 */
export const runNight = async ({ issues, host, driver, verify, budget }) => {
  const results = []
  for (const { id, text } of issues) {
    const [known] = await listRuns({ store: host.store, labels: { issue: id } })
    if (known?.canGoOn === false) continue
    const run = known ? await openRun({ host, runId: known.runId, driver }) : await begin(id, text)
    const { runId, status, target, gates } = await run.start()
    results.push({ issue: id, runId, status, target, questions: gates.map(({ question }) => question) })
  }
  return results

  async function begin(id, text) {
    const { plan } = await generatePlan({ goal: text, driver, host, parsers, tdd: false })
    const options = { trust: 'autonomous', planApproved: true, target: `issue/${id}` }
    return createRun({ plan, host, driver, verify, budget, ...options, labels: { issue: id } })
  }
}
