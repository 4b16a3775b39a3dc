import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import {
  AmeliaError,
  type Host,
  type PhaseDetails,
  type PhaseReport,
  readPhase,
  type Report,
} from '@amelia/core'
import { checkCommits, type DiffRange, phaseRange } from '@amelia/core/machine'
import { findPhaseId } from '../../setting/find-phase-id.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { type FoundRun, findRun } from '../../stored/find-run.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { ShowPhaseOutput } from '../../stored/json/show-phase-output.ts'
import { readGateNumbers, withNumbers } from '../../stored/gate-numbers.ts'
import { typedCommand } from '../../setting/typed-command.ts'
import { answerSteps } from '../../stored/next-steps.ts'
import { withoutSaved } from '../../stored/without-saved.ts'
import { printNote } from '../../terminal/print-note.ts'
import { linkPlaces } from '../../terminal/link-places.ts'
import { contentWidth } from '../../terminal/content-width.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { renderPhaseDetails } from '../../view/render-phase-details.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface ShowOptions extends RunPlace {
  json?: boolean
}

/** Shows all that is known about a phase: of a run, or of the newest one. */
export const showCommand = async (
  terminal: Terminal,
  words: readonly [first: string, phase?: string | undefined],
  { repo, database, json }: ShowOptions,
  given?: Pick<Host, 'store' | 'clock' | 'git'>,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const host = given ?? (await openHost(place))
  const { store, clock, git } = host
  const [name, wanted] = words[1] === undefined ? [words[0]] : [words[1], words[0]]
  const found = await findRun(terminal, { store, clock, wanted })
  const { runId, report } = found
  if (wanted === undefined) await refuseRun(store, found, name)
  const width = Math.min(terminal.columns, 80)
  const phase = findPhase(found, name, place)
  const details = withoutCleaned(await readPhase({ host, runId, phaseId: phase.id }))
  const commits = await phaseRange(git, runId, phase)
  const range = details.changes ? undefined : commits
  if (range) await hasCommits(terminal, host, { runId, range })
  const origin = originOf(report, phase)
  const gates = withoutSaved(found).gates.filter(({ phaseIds }) => phaseIds.includes(phase.id))
  const numbers = gates.length === 0 ? new Map<string, number>() : await readGateNumbers(host, found)
  const questions = withNumbers({ ...report, gates }, numbers).gates
  const next =
    origin === undefined
      ? [
          ...answerSteps({ ...report, gates }, place, numbers).map(({ command }) => command),
          ...(commits ? [typedCommand(['diff', runId, phase.id], place)] : []),
          typedCommand(['logs', runId, phase.id], place),
        ]
      : [typedCommand(['show', origin, phase.id], place)]
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

/** Refuses the id of a run in place of a phase. */
const refuseRun = async (store: Host['store'], { plan }: FoundRun, name: string): Promise<void> => {
  if (plan.phases.some(({ id }) => id === findPhaseId(name, plan))) return
  const run = (await store.list()).find(({ runId }) => runId.startsWith(name))
  if (run)
    throw usageError(
      `amelia show needs a phase; got the run ${run.runId}.`,
      `To see the run: amelia status ${run.runId}. To see a phase: amelia show ${run.runId} PHASE`,
    )
}

/** Leaves out the transcripts whose files were deleted. */
const withoutCleaned = (details: PhaseDetails): PhaseDetails => ({
  ...details,
  transcripts: details.transcripts.filter(({ page }) => !isAbsolute(page) || existsSync(page)),
})

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
