import type { PhaseReport, Report } from '@amelia/core'
import { words } from '@amelia/core/view'
import { escapeHtml } from './escape-html.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes a time as people do: `30 Nov 2026, 20:31 UTC`. A text that is not in ISO 8601 stays as it is. */
export const showTime = (iso: string): string => {
  const [, year, month = '', day = '', time = ''] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso) ?? []
  if (year === undefined) return iso
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}, ${time} UTC`
}

const label = (text: string): string => escapeHtml(words.plainLabel(text))

/** Describes the result of a run in a paragraph, its phases in a table, and what a person has to look at. */
export const workSection = (report: Report): string => {
  const { phases, durationMs } = report
  const done = phases.filter(({ status }) => status === 'completed').length
  const lines = phases.flatMap((phase) => phase.lines ?? [])
  const sum = (of: 'added' | 'removed'): number => lines.reduce((total, each) => total + each[of], 0)
  const changed =
    lines.length === 0 ? '' : ` The commits add ${sum('added')} and remove ${sum('removed')} lines.`
  const needs = phases.flatMap(needsOf)
  return `<p>${done} of ${phases.length} ${phases.length === 1 ? 'phase is' : 'phases are'} done, in ${words.formatDuration(durationMs)}.${changed}</p>
${needs.length === 0 ? '' : `<h2>Needs your eye</h2>\n<ul>${needs.map((text) => `<li>${label(text)}</li>`).join('')}</ul>`}
<h2>Work</h2>
<div class="scroll"><table><tr><th>Phase</th><th>Commit</th><th class="number">+/-</th><th>Tests</th><th>Review</th></tr>${phases.map(rowOf).join('')}</table></div>`
}

const rowOf = (phase: PhaseReport, index: number): string => {
  const { id, title, status, commit, lines, checks, review, excluded } = phase
  const { mark, tone } = words.phaseMark(status, { excluded })
  const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name)
  const tests =
    checks.length === 0 ? '' : failed.length === 0 ? 'passed' : `failed: ${label(failed.join(', '))}`
  return `<tr><td><span class="status ${tone}">${mark}</span> <a href="#phase-${index + 1}">${label(title === '' ? id : `${id} ${title}`)}</a></td><td>${commit === undefined ? '' : `<code>${escapeHtml(commit.slice(0, 12))}</code>`}</td><td class="number">${lines === undefined ? '' : `+${lines.added} -${lines.removed}`}</td><td>${tests}</td><td>${review === undefined ? '' : label(words.describeReview(review))}</td></tr>`
}

/** Failures, work that is not done, concerns, and comments that the review deferred, each with its phase. */
const needsOf = ({ id, status, failure, notDone = [], concerns = [], review }: PhaseReport): string[] => [
  ...(status === 'failed' && failure !== undefined ? [`${id}: ${failure.message}`] : []),
  ...notDone.map((text) => `${id}: not done: ${text}`),
  ...concerns.map((text) => `${id}: concern: ${text}`),
  ...(review?.comments ?? [])
    .filter(({ disposition }) => disposition === 'defer')
    .map((comment) => `${id}: deferred by the review: ${words.describeComment(comment)}`),
]
