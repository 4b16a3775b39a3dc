import { plainLabel, renderReport } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../stored/check-folder.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { type FoundRun, findRun, type RunHost } from '../stored/find-run.ts'
import { answerSteps, nextSteps, howToResume } from '../stored/next-steps.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/wrap-text.ts'

export interface StatusOptions {
  repo: string
  json?: boolean
  /** Lists every session with its transcript. */
  sessions?: boolean
}

/**
 * Shows the state of a run from its journal, without taking the run from its process or changing anything.
 */
export const statusCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, json, sessions = false }: StatusOptions,
  { store, clock }: RunHost = nodeHost({ repo }),
): Promise<number> => {
  await checkFolder(repo)
  const found = await findRun(terminal, { store, clock, wanted })
  terminal.out(
    json === true ? `${JSON.stringify(statusJson(found))}\n` : render(terminal, found, { repo, sessions }),
  )
  return exitCode.completed
}

/** A public interface: fields are added, never renamed. */
const statusJson = ({ report, held, canGoOn }: FoundRun): object => ({ ...report, held, canGoOn })

const render = (
  terminal: Terminal,
  { report, held, runId }: FoundRun,
  { repo, sessions }: Required<Pick<StatusOptions, 'repo' | 'sessions'>>,
): string => {
  const { ascii, paint } = terminal
  const width = Math.min(terminal.columns, 80)
  const isUnderWay = report.status === 'running' || report.status === 'draining'
  const state = held ? 'Running now.' : isUnderWay ? 'Interrupted: its process ended.' : 'Not running.'
  const next = held
    ? answerSteps(report, repo)
    : isUnderWay
      ? [...answerSteps(report, repo), 'To resume:', `  ${howToResume(runId, { repo })}`]
      : nextSteps(report, { repo })
  const head = wrapText(`Run ${plainLabel(runId)}. ${state}`, width).join('\n')
  return `${head}\n${renderReport(report, { width, ascii, paint, next, sessions })}`
}
