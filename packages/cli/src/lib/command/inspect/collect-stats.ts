import type { Report } from '@amelia/core'
import { words } from '@amelia/core/view'
import { sessionsOf, sumRoles } from '../../stored/estimate/sum-roles.ts'
import type { StatsOutput } from '../../stored/json/stats-output.ts'

/** A run that counts, with the status that people see. */
export interface CountedRun {
  status: string
  report: Pick<Report, 'phases' | 'review' | 'sessions'>
}

/** Adds up what runs did. Times and costs are averages of the completed phases whose value is known. */
export const collectStats = (runs: readonly CountedRun[], unreadable: string[]): StatsOutput => {
  const phases = runs.flatMap(({ report }) => report.phases)
  const done = phases.filter(({ status }) => status === 'completed')
  const sessions = runs.flatMap(({ report }) => sessionsOf(report))
  const reviews = [...runs.map(({ report }) => report), ...phases].flatMap(({ review }) => review ?? [])
  const paid = done.flatMap(({ spent }) => spent ?? [])
  const dollars = paid.flatMap(({ usd, unknownUsd }) => (usd === null || unknownUsd > 0 ? [] : usd))
  return {
    version: 1,
    runs: countBy(runs.map(({ status }) => status)),
    phases: countBy(phases.map(words.shownStatus)),
    failures: countBy(
      phases.flatMap(({ status, failure }) => (status === 'failed' && failure ? failure.class : [])),
    ),
    failedSessions: countBy(sessions.flatMap(({ failure }) => failure ?? [])),
    retries: phases.reduce((sum, { attempt }) => sum + Math.max(0, attempt - 1), 0),
    perPhase: {
      durationMs: average(done.flatMap(({ durationMs }) => durationMs ?? [])),
      tokens: average(paid.map(({ tokens }) => tokens)),
      usd: dollars.length === paid.length ? average(dollars) : null,
    },
    perRole: sumRoles(sessions).map(({ role, tokens, usd }) => ({
      role,
      sessions: sessions.filter((session) => session.role === role).length,
      ...{ tokens, usd },
    })),
    reviews: {
      approved: reviews.filter(({ approved }) => approved).length,
      rejected: reviews.filter(({ approved }) => !approved).length,
      comments: reviews.reduce((sum, { comments }) => sum + comments.length, 0),
    },
    unreadable,
  }
}

/** Counts equal words, the most frequent first. */
const countBy = (list: readonly string[]): Record<string, number> => {
  const counts = new Map<string, number>()
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))
}

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
