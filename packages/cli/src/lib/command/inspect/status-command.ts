import { whyWaiting } from '@amelia/core'
import { words, renderReport } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import { contentWidth } from '../../terminal/content-width.ts'
import { exitCode, exitCodeOf } from '../../terminal/exit-code.ts'
import { type FoundRun, findRun, type RunHost } from '../../stored/find-run.ts'
import { type BaseFacts, readBase, whereMerged, withProven } from '../../stored/read-base.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { type GateNumbers, readGateNumbers, withNumbers } from '../../stored/gate-numbers.ts'
import { nextStepLines } from '../../view/next-step-lines.ts'
import { answerSteps, nextSteps, howToResume } from '../../stored/next-steps.ts'
import type { StatusOutput } from '../../stored/json/status-output.ts'
import { savedLines, withoutSaved } from '../../stored/without-saved.ts'
import { linkPlaces } from '../../terminal/link-places.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapText } from '../../terminal/wrap-text.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteUnpushed } from '../../stored/submodule/note-unpushed.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface StatusOptions extends RunPlace {
  json?: boolean
  /** Also prints annotations of GitHub Actions, and appends the report to the step summary. */
  format?: 'github'
  /** Shows the costs as a table. */
  cost?: boolean
  /** Lists every session with its transcript. */
  sessions?: boolean
  /** Exits as the run would. */
  exitCode?: boolean
}

/**
 * Shows the state of a run from its journal, without taking the run from its process or changing anything.
 */
export const statusCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  options: StatusOptions,
  host?: RunHost,
): Promise<number> => {
  const { repo, database, json, sessions = false, cost: costs = false } = options
  await checkFolder(repo)
  const { store, clock } = host ?? (await openHost(options))
  const stored = await findRun(terminal, { store, clock, wanted })
  const found = { ...stored, report: await withProven(repo, await noteUnpushed(repo, stored.report)) }
  const numbers = await readGateNumbers({ store, clock }, found)
  const again = {
    ...(await readConfigFlags(repo, found.runId)),
    ...(!found.isShared && (await readBase(repo, found.runId))),
  }
  const github = options.format === 'github' ? await import('../github/report-run.ts') : undefined
  const resumeCommands = github?.pauseCommands(terminal)
  terminal.out(
    json === true
      ? `${JSON.stringify(statusJson(found, numbers))}\n`
      : render(terminal, found, { repo, database, sessions, costs, numbers, ...again }),
  )
  resumeCommands?.()
  await github?.reportRun(terminal, withoutSaved(found), { ...found, repo, database })
  return options.exitCode === true ? exitCodeOf(found.condition.status) : exitCode.completed
}

/** A public interface: fields are added, never renamed. */
const statusJson = (found: FoundRun, numbers: GateNumbers): StatusOutput => {
  const { report, condition, locked, canGoOn, savedAnswers, plan } = found
  const waits = report.phases.flatMap(({ id }) => {
    const wait = whyWaiting(found, id)
    return wait ? [{ phaseId: id, ...wait }] : []
  })
  const gates = report.gates.map((gate) => {
    const saved = savedAnswers.flatMap(({ gateId, ...answer }) => (gateId === gate.id ? answer : []))
    const last = saved.at(-1)
    return { number: numbers.get(gate.id), ...gate, ...(last && { savedAnswer: last, savedAnswers: saved }) }
  })
  const { title, file, format } = plan
  const phases = plan.phases.map(({ id, dependsOn }) => ({ id, dependsOn }))
  return {
    ...{ ...report, gates, condition, locked, canGoOn },
    ...(waits.length > 0 && { waits }),
    plan: { title, file, format, phases },
  }
}

/** Most phases whose wait is explained. */
const explained = 20

/** Explains why phases are not running: those that wait for an answer are listed with their gate. */
const waitLines = (found: FoundRun, width: number): string => {
  const waits = found.report.phases.flatMap(({ id }) => {
    const wait = whyWaiting(found, id)
    return wait && wait.reason !== 'gate' && wait.reason !== 'stopped' && wait.reason !== 'blocked'
      ? wrapText(`${words.plainLabel(id)}: ${words.plainLabel(wait.sentence)}`, width)
      : []
  })
  const more = waits.length > explained ? [`and ${waits.length - explained} more`] : []
  return waits.length === 0 ? '' : `${['', 'Waiting:', ...waits.slice(0, explained), ...more].join('\n')}\n`
}

const render = (
  terminal: Terminal,
  found: FoundRun,
  {
    sessions,
    costs,
    numbers,
    ...given
  }: RunPlace &
    BaseFacts & { sessions: boolean; costs: boolean; numbers: GateNumbers; again: readonly string[] },
): string => {
  const { condition, locked, runId } = found
  const place = given
  const report = withoutSaved(found)
  const { ascii, paint } = terminal
  const width = terminal.columns
  const isUnderWay = ['running', 'draining', 'interrupted'].includes(condition.state)
  const state = locked ? 'Running now.' : 'Not running.'
  const steps = locked
    ? answerSteps(report, place, numbers)
    : isUnderWay
      ? [
          ...answerSteps(report, place, numbers),
          {
            about: 'resume the run',
            command: howToResume(runId, place),
          },
        ]
      : nextSteps(report, { ...place, plan: found.plan }, numbers)
  const next = [...savedLines(found, numbers, width), ...nextStepLines(steps, width)]
  const labels = Object.entries(report.labels ?? {}).map(([key, value]) =>
    words.plainLabel(`${key}=${value}`),
  )
  const labelled = labels.length === 0 ? '' : ` Labels: ${labels.join(', ')}.`
  const from = report.forkedFrom === undefined ? '' : ` Fork of ${words.plainLabel(report.forkedFrom.runId)}.`
  const head = wrapText(`Run ${words.plainLabel(runId)}. ${state}${from}${labelled}`, width).join('\n')
  const waits = isUnderWay ? waitLines(found, width) : ''
  const shown = {
    width,
    contentWidth: contentWidth(terminal),
    ascii,
    paint,
    next,
    sessions,
    costs,
    condition,
  }
  return `${head}
${linkPlaces(terminal, renderReport(withNumbers(whereMerged(report, given), numbers), shown), given.repo)}${waits}`
}
