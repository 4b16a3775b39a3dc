import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { namedAgents } from '../../setting/agent/read-agents.ts'
import { isUrl } from '../../setting/is-url.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkPullOptions } from '../pull/check-pull-options.ts'
import { checkTrust } from '../run/check-trust.ts'
import type { RunCommandOptions } from '../run/run-command-options.ts'
import { keepFile } from './kept-plan.ts'
import { planCommand } from './plan-command.ts'

/** The next step of `amelia run --issue`: a plan to run, a run to resume, or none. */
export type IssueStep = { readonly plan: string } | { readonly runId: string } | { readonly code: number }

const format = 'task-heading'

/**
 * Has an agent plan an issue, and a person approve the plan, unless an earlier process did. The plan is kept
 * below the git folder, under the address or the text of the issue, so that the same command continues where
 * it stopped: with the question about a written plan, the run of an approved one, or the rest of its run.
 * After an aborted or reverted run the issue is planned again.
 */
export const planIssue = async (
  terminal: Terminal,
  issue: string,
  options: RunCommandOptions,
): Promise<IssueStep> => {
  const { repo, database, dryRun = false, yes = false } = options
  await checkFolder(repo)
  const { file, runId } = await findStep(issue, { repo, database })
  if (runId !== undefined) return { runId }
  if (existsSync(file)) {
    printNote(
      terminal,
      `note: The plan of ${words.plainLabel(issue)} is approved: ${words.plainLabel(file)}\n`,
    )
    return { plan: file }
  }
  if (dryRun)
    throw usageError(
      '--dry-run needs a plan, and the issue has none yet.',
      'Write it with amelia plan --issue, and pass its file; or leave out --dry-run.',
    )
  const attended = terminal.attended && options.json !== true
  if (!attended && !yes)
    throw usageError(
      'No terminal to approve the plan of the issue in.',
      'Add --yes to run the plan as the agent writes it, or write it first: amelia plan --issue',
    )
  checkTrust(options, { attended: attended && options.detach !== true })
  await checkPullOptions(options)
  const { from: _phase, tdd, driver: _all, ...others } = options
  const draft = file.replace(/\.md$/, '.draft.md')
  const { code } = await planCommand(terminal, undefined, {
    ...others,
    // With several agents, in order of failover, the first one plans.
    ...{ issue, format, tdd: tdd !== 'off', driver: namedAgents(options).slice(0, 1) },
    ...{ runFlags: [], againFlags: [] },
    kept: {
      draft,
      async accept(_, { text }) {
        await keepFile(file, text)
        await rm(draft, { force: true })
        return { code: exitCode.completed }
      },
    },
  })
  return existsSync(file) ? { plan: file } : { code }
}

/** Finds the file that is, or becomes, the plan of an issue, and its run. */
const findStep = async (
  issue: string,
  { repo, database }: RunPlace,
): Promise<{ file: string; runId?: string }> => {
  const id = isUrl(issue) ? issue.replace(/#.*/, '') : await readFile(issue, 'utf8').catch(() => issue)
  const key = createHash('sha256').update(id).digest('hex').slice(0, 16)
  const folder = join(await commonFolder(repo), 'amelia', 'plans')
  let runs: Awaited<ReturnType<typeof runsByPlan>> | undefined
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${key}${number === 1 ? '' : `-${number}`}.md`)
    if (!existsSync(file)) return { file }
    runs ??= await runsByPlan(folder, { repo, database })
    const run = runs.get(file)
    if (run === undefined || !run.isOver) return { file, ...(run && { runId: run.runId }) }
  }
}

/** Lists the newest run of each kept plan. A run that cannot be read is left out. */
const runsByPlan = async (
  folder: string,
  place: RunPlace,
): Promise<Map<string, { runId: string; isOver: boolean }>> => {
  const { store, clock } = await openHost(place)
  const runs = new Map<string, { runId: string; isOver: boolean }>()
  for (const { runId } of await store.list()) {
    const limit = { clock, ms: 2_000 }
    const found = await readRun({ host: { store, clock }, runId, limit }).catch(() => undefined)
    const file = found?.plan.file
    if (found === undefined || file === undefined || !file.startsWith(folder) || runs.has(file)) continue
    runs.set(file, { runId, isOver: ['aborted', 'reverted'].includes(found.condition.status) })
  }
  return runs
}
