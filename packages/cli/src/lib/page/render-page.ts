import type { PhaseReport, Plan, Report } from '@amelia/core'
import { words, type RunCondition, showContent, wrapContent } from '@amelia/core/view'
import { listTries } from '@amelia/core/machine'
import { describeTry } from '../view/describe-try.ts'
import { drawGraph } from './draw-graph.ts'
import { drawTimeline } from './draw-timeline.ts'
import { escapeHtml } from './escape-html.ts'
import type { Span } from './list-spans.ts'
import { pageStyle } from './page-style.ts'
import { showTime, workSection } from './work-section.ts'

/** The stored facts of a run that its page shows. */
export interface PageFacts {
  report: Report
  condition: RunCondition
  plan: Plan
  spans: readonly Span[]
  /** When the page was made, ISO 8601 in UTC. */
  madeAt: string
}

/**
 * Renders a run as one HTML file without scripts and external resources. All texts of the plan, agents and
 * commands are escaped.
 */
export const renderPage = ({ report, condition, plan, spans, madeAt }: PageFacts): string => {
  const { phases, runId, goal } = report
  const timeline = drawTimeline(phases, spans)
  const title = words.plainLabel(goal) || `Run ${runId}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${statusOf(condition.status, toneOf(condition))} <span class="dim">Run ${escapeHtml(runId)}, as of ${escapeHtml(showTime(madeAt))}</span></p>
${questions(report)}
${workSection(report)}
${facts(report, condition)}
<h2>Order</h2>
${ofPhases}
<div class="scroll">${drawGraph(plan, phases)}</div>
${timeline === '' ? '' : `<h2>Timeline</h2>\n${ofAttempts}\n<div class="scroll">${timeline}</div>`}
${costs(report)}
${finalResult(report)}
<h2>Details</h2>
${phases.map(section).join('\n')}
</body>
</html>
`
}

const legendOf = (meanings: readonly (readonly [tone: string, meaning: string])[]): string =>
  `<p class="legend">${meanings
    .map(([tone, meaning]) => `<span class="key ${tone}"></span> ${meaning}`)
    .join(' ')}</p>`

/** The meaning of each colour of the graph. */
const ofPhases = legendOf([
  ['good', 'done'],
  ['bad', 'failed'],
  ['warn', 'waits for a person'],
  ['active', 'running'],
  ['dim', 'not run'],
])

/** The meaning of each colour of the timeline. */
const ofAttempts = legendOf([
  ['good', 'passed'],
  ['bad', 'failed'],
  ['warn', 'interrupted or delayed'],
  ['active', 'running'],
  ['dim', 'skipped or cancelled'],
])

const toneOf = ({ status }: RunCondition): string => {
  if (status === 'completed') return 'good'
  if (status === 'failed' || status === 'aborted' || status === 'reverted') return 'bad'
  return status === 'running' ? 'active' : 'warn'
}

const statusOf = (text: string, tone: string): string =>
  `<span class="status ${tone}">${escapeHtml(text)}</span>`

const label = (text: string): string => escapeHtml(words.plainLabel(text))

const facts = (report: Report, condition: RunCondition): string => {
  const { base, head, target, targetNote, startedAt, endedAt, durationMs, spent, labels = {} } = report
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Started', showTime(startedAt)],
    [
      condition.state === 'waiting' ? 'Waiting since' : 'Ended',
      endedAt === undefined ? undefined : showTime(endedAt),
    ],
    ['Time', words.formatDuration(durationMs)],
    ['Commits', `${base.slice(0, 12)}..${head.slice(0, 12)}`],
    ['Target', report.publish === 'message-only' ? 'the checkout' : target.replace(/^refs\/heads\//, '')],
    ['Note', targetNote],
    ['Verification', report.unverified ? 'not verified: no check is configured' : undefined],
    [
      'Labels',
      Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(', '),
    ],
    ['Cost', spent.sessions === 0 ? undefined : words.describeUsage(spent)],
  ]
  return `<table>${rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value = '']) => `<tr><th>${name}</th><td>${label(value)}</td></tr>`)
    .join('')}</table>`
}

const questions = ({ gates }: Report): string =>
  gates.length === 0
    ? ''
    : `<h2>Open questions</h2>\n<ul>${gates
        .map(
          ({ id, question, details, choices }) =>
            `<li>${label(question)} <span class="dim">${label(id)}: ${choices.join(', ')}</span>${details.length === 0 ? '' : `<pre>${escapeHtml(details.flatMap((text) => wrapContent(text)).join('\n'))}</pre>`}</li>`,
        )
        .join('')}</ul>`

const costs = ({ phases, spent }: Report): string => {
  if (spent.sessions === 0) return ''
  const row = (name: string, cost: NonNullable<PhaseReport['spent']>): string =>
    `<tr><td>${name}</td><td class="number">${words.formatDuration(cost.sessionMs)}</td><td class="number">${label(words.describeUsage(cost))}</td></tr>`
  return `<h2>Cost</h2>\n<table><tr><th>Part</th><th class="number">Time of sessions</th><th class="number">Usage</th></tr>${[
    ...phases.flatMap(({ id, title, spent: own }) =>
      own === undefined ? [] : [row(label(`${id} ${title}`), own)],
    ),
    row('<strong>Run</strong>', spent),
  ].join('')}</table>`
}

const finalResult = ({ checks, review, statements }: Report): string =>
  checks.length === 0 && review === undefined && statements === undefined
    ? ''
    : `<h2>Final result</h2>\n${checkList(checks)}${reviewOf(review)}${statements === undefined ? '' : `<p>${escapeHtml(words.describeStatements(statements))}.</p>`}`

const section = (phase: PhaseReport, index: number): string => {
  const { id, title, status, attempt, commit, durationMs, because, failure, evidence, checks, review } = phase
  const about = [
    ...(because === undefined ? [] : [`because of ${because}`]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(durationMs === undefined ? [] : [words.formatDuration(durationMs)]),
    ...(phase.spent === undefined ? [] : [words.describeUsage(phase.spent)]),
  ]
  const notes = [
    ...(evidence === undefined || evidence === '' ? [] : [evidence]),
    ...(phase.adaptedSteps ?? []).map((text) => `Fixed by an agent: ${text}`),
    ...(phase.fallbacks ?? []),
    ...(phase.skippedParts === undefined ? [] : [`Skipped: ${phase.skippedParts.join(', ')}`]),
    ...(phase.cancelledSteps === undefined ? [] : [`Stopped: ${phase.cancelledSteps.join(', ')}`]),
    ...(phase.byHand === undefined ? [] : [`Reported as done by hand: ${phase.byHand.join(', ')}`]),
    ...(phase.unconfirmedFiles === undefined
      ? []
      : [`Reported as changed by the agent, but not changed: ${phase.unconfirmedFiles.join(', ')}`]),
    ...(phase.ignoredFiles === undefined
      ? []
      : [`Ignored by git, so not committed: ${phase.ignoredFiles.join(', ')}`]),
    ...(phase.approvals ?? []).map((text) => `A person approved ${text}`),
  ]
  const { mark, tone } = words.phaseMark(status, { excluded: phase.excluded })
  return `<section class="phase" id="phase-${index + 1}">
<h3>${label(`Phase ${id}: ${title}`)}</h3>
<p>${statusOf(`${mark} ${status}`, tone)} <span class="dim">${label(about.join(', '))}</span>${commit === undefined ? '' : ` <code>${escapeHtml(commit.slice(0, 12))}</code>`}</p>
${failure === undefined || status === 'completed' ? '' : failureOf(failure)}
${subtasks(phase)}
${notes.length === 0 && checks.length === 0 ? '' : `<h4>Evidence</h4>${notes.length === 0 ? '' : `<ul>${notes.map((text) => `<li>${label(text)}</li>`).join('')}</ul>`}${checkList(checks)}`}
${reviewOf(review)}
</section>`
}

const failureOf = (failure: NonNullable<PhaseReport['failure']>): string =>
  `<h4>Failure</h4><p>${label(failure.message)}</p>${listTries(failure)
    .map((each) => `${failure.tries ? `<p>${label(describeTry(each))}</p>` : ''}${output(each.output)}`)
    .join('')}`

const subtasks = ({ status: phase, subtasks: parts = [] }: PhaseReport): string =>
  parts.length === 0
    ? ''
    : `<h4>Subtasks</h4><ul>${parts
        .map(({ title, ...part }) => {
          const shown = words.shownPartStatus(part, phase)
          return `<li>${words.phaseMark(shown === 'claimed' ? 'running' : shown).mark} ${label(title)} <span class="dim">${shown}</span></li>`
        })
        .join('')}</ul>`

const checkList = (checks: Report['checks']): string =>
  checks.length === 0
    ? ''
    : `<ul>${checks
        .map(
          ({ name, argv, passed, durationMs, note, output: text }) =>
            `<li>${statusOf(passed ? 'passed' : 'failed', passed ? 'good' : 'bad')} ${label(name)} <code>${label(argv.join(' '))}</code> <span class="dim">${words.formatDuration(durationMs)}${note === undefined ? '' : `, ${label(note)}`}</span>${passed ? '' : output(text)}</li>`,
        )
        .join('')}</ul>`

const reviewOf = (review: Report['review']): string =>
  review === undefined
    ? ''
    : `<h4>Review</h4><p>${statusOf(review.approved ? 'approved' : 'changes requested', review.approved ? 'good' : 'warn')} ${label(review.summary)}</p>${
        review.comments.length === 0
          ? ''
          : `<ul>${review.comments
              .map(
                (comment) =>
                  `<li class="content">${escapeHtml(showContent(words.describeComment(comment)).join('\n'))}</li>`,
              )
              .join('')}</ul>`
      }`

const output = (text: string | undefined): string =>
  text === undefined || text.trim() === '' ? '' : `<pre>${escapeHtml(text.trimEnd())}</pre>`
