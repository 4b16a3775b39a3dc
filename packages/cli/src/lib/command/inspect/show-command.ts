import { AmeliaError, type Host, type PhaseReport, readPhase, type Report } from '@amelia/core'
import { describeUsage, formatDuration, plainLabel, shortUsage } from '@amelia/core/view'
import { checkCommits, type DiffRange, phaseRange } from '@amelia/core/machine'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { type FoundRun, findRun } from '../../stored/find-run.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { fitText, padText, widestOf } from '../../terminal/fit-text.ts'
import type { ShowPhaseOutput } from '../../stored/json/show-phase-output.ts'
import type { ShowRunOutput } from '../../stored/json/show-run-output.ts'
import { readGateNumbers, withNumbers } from '../../stored/gate-numbers.ts'
import { withoutSaved } from '../../stored/without-saved.ts'
import { printNote } from '../../terminal/print-note.ts'
import { linkPlaces } from '../../terminal/link-places.ts'
import { contentWidth } from '../../terminal/content-width.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapText } from '../../terminal/wrap-text.ts'
import { changeLines, renderPhaseDetails } from '../../view/render-phase-details.ts'
import { databaseFlag } from '../../setting/database-flag.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface ShowOptions extends RunPlace {
  json?: boolean
}

/** Shows an overview of a run, or all that is known about one of its phases. */
export const showCommand = async (
  terminal: Terminal,
  { wanted, phase: name }: { wanted: string; phase: string | undefined },
  { repo, database, json }: ShowOptions,
  given?: Pick<Host, 'store' | 'clock' | 'git'>,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const host = given ?? (await openHost(place))
  const { store, clock, git } = host
  const found = await findRun(terminal, { store, clock, wanted })
  const { runId, report } = found
  const width = Math.min(terminal.columns, 80)
  const typed = (...words: string[]): string =>
    ['amelia', ...words, ...(repo === '.' ? [] : ['--repo', repo]), ...databaseFlag(database)]
      .map(quoteArgument)
      .join(' ')

  if (name === undefined) {
    const range = { from: report.base, to: report.head }
    const changes = (await hasCommits(terminal, host, { runId, range })) ? await git.diff(range) : undefined
    const { condition, canGoOn, held, plan } = found
    const dependencies = plan.phases.map(({ id, dependsOn }) => ({ id, dependsOn }))
    const { title, file, format } = plan
    const output: ShowRunOutput = {
      ...{ ...report, condition, held, canGoOn, ...(changes && { changes }) },
      plan: { title, file, format, phases: dependencies },
    }
    terminal.out(
      json === true
        ? `${JSON.stringify(output)}\n`
        : renderRun(found, terminal, {
            width,
            changes: changeLines(changes, width),
            next: [typed('show', runId, 'PHASE'), typed('diff', runId), typed('logs', runId)],
          }),
    )
    return exitCode.completed
  }
  const phase = findPhase(found, name, place)
  const details = await readPhase({ host, runId, phaseId: phase.id })
  const range = details.changes ? undefined : await phaseRange(git, runId, phase)
  if (range) await hasCommits(terminal, host, { runId, range })
  const origin = originOf(report, phase)
  const gates = withoutSaved(found).gates.filter(({ phaseIds }) => phaseIds.includes(phase.id))
  const numbers = gates.length === 0 ? new Map<string, number>() : await readGateNumbers(host, found)
  const questions = withNumbers({ ...report, gates }, numbers).gates
  const next =
    origin === undefined
      ? [
          ...gates.map(({ id }) => typed('answer', runId, `${numbers.get(id) ?? id}`, 'ANSWER')),
          typed('diff', runId, phase.id),
          typed('logs', runId, phase.id),
        ]
      : [typed('show', origin, phase.id)]
  terminal.out(
    json === true
      ? `${JSON.stringify({ runId, ...phase, ...details } satisfies ShowPhaseOutput)}\n`
      : linkPlaces(
          terminal,
          renderPhaseDetails(phase, details, {
            runId,
            width,
            contentWidth: contentWidth(terminal),
            paint: terminal.paint,
            next,
            origin,
            questions,
          }),
          repo,
        ),
  )
  return exitCode.completed
}

/** Returns the run whose commit of a phase a fork adopted. */
const originOf = ({ forkedFrom }: Report, { id, status }: PhaseReport): string | undefined =>
  status === 'external' && forkedFrom?.adopted.includes(id) ? forkedFrom.runId : undefined

/** Whether this clone has the commits of a change. If not, a note says how to get them. */
const hasCommits = async (
  terminal: Terminal,
  { git }: Pick<Host, 'git'>,
  { runId, range }: { runId: string; range: DiffRange },
): Promise<boolean> => {
  try {
    await checkCommits(git, runId, range)
    return true
  } catch (error) {
    if (!AmeliaError.is(error, 'COMMIT_MISSING')) throw error
    printNote(terminal, `${terminal.paintError('note:', 'warn')} ${error.message}\n`)
    return false
  }
}

const renderRun = (
  { report, condition, plan, runId }: FoundRun,
  { paint }: Terminal,
  { width, changes, next }: { width: number; changes: readonly string[]; next: readonly string[] },
): string => {
  const { phases, spent, base, head, target, startedAt, endedAt, durationMs } = report
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Status', condition.status],
    ['Goal', report.goal],
    ['Plan', plan.file],
    ['Fork of', report.forkedFrom?.runId],
    ['Started', startedAt],
    [condition.state === 'waiting' ? 'Waiting since' : 'Ended', endedAt],
    ['Time', formatDuration(durationMs)],
    ['Commits', `${base.slice(0, 12)}..${head.slice(0, 12)}`],
    ['Target', report.publish === 'message-only' ? 'your checkout' : target.replace(/^refs\/heads\//, '')],
    [
      'Labels',
      Object.entries(report.labels ?? {})
        .map(([key, value]) => `${key}=${value}`)
        .join(', '),
    ],
    ['Cost', spent.sessions === 0 ? undefined : describeUsage(spent)],
  ]
  const ids = phases.map(({ id }) => fitText(plainLabel(id), 16))
  const column = widestOf(ids)
  const abouts = phases.map((phase) => {
    const { status, attempt, commit, durationMs: ms, spent: cost } = phase
    return [
      originOf(report, phase) === undefined ? status : 'adopted',
      ...(attempt > 1 ? [`attempt ${attempt}`] : []),
      ...(commit === undefined ? [] : [commit.slice(0, 7)]),
      ...(ms === undefined ? [] : [formatDuration(ms)]),
      ...(cost === undefined || shortUsage(cost) === '' ? [] : [shortUsage(cost)]),
    ].join(', ')
  })
  const aboutColumn = widestOf(abouts)
  const rows = phases.map(({ title }, index) => {
    const left = `  ${padText(ids[index] ?? '', column)}  ${padText(abouts[index] ?? '', aboutColumn)}  `
    return `${left}${fitText(plainLabel(title), Math.max(8, width - left.length))}`
  })
  return `${[
    paint(`Run ${plainLabel(runId)}`, 'strong'),
    ...facts.flatMap(([label, value]) =>
      value === undefined || value === ''
        ? []
        : wrapText(plainLabel(value), width - 11).map(
            (line, index) => `${(index === 0 ? `${label}:` : '').padEnd(9)}  ${line}`,
          ),
    ),
    '',
    paint('Phases', 'strong'),
    ...rows,
    '',
    paint('Changes', 'strong'),
    ...changes,
    '',
    paint('More', 'strong'),
    ...next.map((command) => `  ${command}`),
  ].join('\n')}\n`
}
