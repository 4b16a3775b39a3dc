import { readRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import type { StatsOutput } from '../../stored/json/stats-output.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { plural } from '../../terminal/plural.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type CountedRun, collectStats } from './collect-stats.ts'

export interface StatsOptions extends RunPlace {
  json?: boolean
}

/** Limit for reading one run, in milliseconds. */
const readLimitMs = 2_000

/** Shows what the runs of a repository did together. Reads journals only, and sends nothing. */
export const statsCommand = async (
  terminal: Terminal,
  { repo, database, json }: StatsOptions,
): Promise<number> => {
  await checkFolder(repo)
  const { store, clock } = await openHost({ repo, database })
  const runs: CountedRun[] = []
  const unreadable: string[] = []
  for (const { runId } of await store.list()) {
    const limit = { clock, ms: readLimitMs }
    const run = await readRun({ host: { store, clock }, runId, limit }).catch(() => undefined)
    if (run) runs.push({ status: run.condition.status, report: run.report })
    else unreadable.push(runId)
  }
  const stats = collectStats(runs, unreadable)
  terminal.out(json === true ? `${JSON.stringify(stats)}\n` : render(stats))
  return exitCode.completed
}

const render = ({ perPhase, ...stats }: StatsOutput): string => {
  const { durationMs, tokens, usd } = perPhase
  const { approved, rejected, comments } = stats.reviews
  const each = [
    ...(durationMs === null ? [] : [words.formatDuration(durationMs)]),
    ...(tokens === null ? [] : [`${words.formatCount(Math.round(tokens))} tokens`]),
    ...(usd === null ? [] : [words.formatDollars(usd)]),
  ]
  const rows = [
    ['Runs', list(stats.runs, statusOf)],
    ['Phases', list(stats.phases, statusOf)],
    ['Failures', list(stats.failures)],
    ['Failed sessions', list(stats.failedSessions)],
    ['Retries', `${stats.retries}`],
    ['Per phase', each.length === 0 ? 'unknown' : `${each.join(', ')} on average`],
    ...stats.perRole.map(({ role, sessions, tokens: used, usd: paid }) => [
      roleNames[role],
      [
        plural(sessions, 'session'),
        ...(used === null ? [] : [`${words.formatCount(used)} tokens`]),
        ...(paid === null ? [] : [words.formatDollars(paid)]),
      ].join(', '),
    ]),
    ['Reviews', `${approved} approved, ${rejected} rejected, ${plural(comments, 'comment')}`],
    ...(stats.unreadable.length === 0 ? [] : [['Not readable', plural(stats.unreadable.length, 'run')]]),
  ]
  return rows.map(([name = '', text]) => `${`${name}:`.padEnd(17)}${text}\n`).join('')
}

const roleNames: Record<StatsOutput['perRole'][number]['role'], string> = {
  architect: 'Architects',
  developer: 'Developers',
  reviewer: 'Reviewers',
  evaluator: 'Evaluators',
}

/** The counted statuses are those of a report. */
const statusOf = (name: string): string =>
  words.statusWord(name as Parameters<typeof words.statusWord>[0]).toLowerCase()

const list = (
  counts: Readonly<Record<string, number>>,
  wordOf = (name: string): string => name.replaceAll('_', ' '),
): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${wordOf(name)}`)
    .join(', ') || 'none'
