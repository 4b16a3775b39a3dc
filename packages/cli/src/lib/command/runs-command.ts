import { AmeliaError, plainLabel, type RunStatus, readRun } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../stored/check-folder.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { problemOf, readLimitMs, type RunHost } from '../stored/find-run.ts'
import { fitText } from '../terminal/fit-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface RunsOptions {
  repo: string
  json?: boolean
}

/** A run in the list. A public interface: fields are added, never renamed. */
interface ListedRun {
  runId: string
  /**
   * The status of the report, `damaged` for a damaged journal, or `unreadable` for any other failure, such as
   * reading for over 2 s.
   */
  status: RunStatus | 'damaged' | 'unreadable'
  title?: string
  /** Time of the last write, in ISO 8601. */
  updatedAt: string
  /** Whether a live process owns the run. */
  held: boolean
  canGoOn: boolean
  phases?: { done: number; all: number }
  gates?: number
  /** The reason why the run cannot be read. */
  problem?: string
}

/** Lists the runs of a repository, newest first. */
export const runsCommand = async (
  terminal: Terminal,
  { repo, json }: RunsOptions,
  { store, clock }: RunHost = nodeHost({ repo }),
): Promise<number> => {
  await checkFolder(repo)
  const runs: ListedRun[] = []
  for (const { runId, updatedAt, held } of await store.list()) {
    const known = { runId, updatedAt: new Date(updatedAt).toISOString(), held }
    try {
      const limit = { clock, ms: readLimitMs }
      const { report, plan, canGoOn } = await readRun({ store, runId, now: clock.now(), limit })
      const done = report.phases.filter(
        ({ status }) => status === 'completed' || status === 'external',
      ).length
      runs.push({
        ...known,
        status: report.status,
        title: plan.title,
        canGoOn,
        phases: { done, all: report.phases.length },
        gates: report.gates.length,
      })
    } catch (error) {
      // An unreadable run must not hide the others.
      const status = AmeliaError.is(error, 'RUN_DAMAGED') ? 'damaged' : 'unreadable'
      runs.push({ ...known, status, canGoOn: false, problem: problemOf(runId, error) })
    }
  }
  if (json === true) terminal.out(`${JSON.stringify(runs)}\n`)
  else
    terminal.out(
      runs.length === 0 ? 'No runs in this repository.\n' : runs.map((run) => line(run, terminal)).join(''),
    )
  return exitCode.completed
}

const line = (run: ListedRun, { columns, paint }: Terminal): string => {
  const { runId, status, title = '', held, phases, gates = 0, problem } = run
  const facts = [
    ...(phases === undefined ? [] : [`${phases.done}/${phases.all} phases`]),
    ...(gates === 0 ? [] : [`${gates} open ${gates === 1 ? 'question' : 'questions'}`]),
    ...(held ? ['running now'] : []),
    ...(problem === undefined ? [] : [plainLabel(problem)]),
  ]
  const text = `${runId}  ${status.padEnd(9)}  ${[...facts, plainLabel(title)].filter((part) => part !== '').join(', ')}`
  const shown = problem === undefined ? fitText(text, columns) : text
  return `${status === 'damaged' || status === 'unreadable' ? paint(shown, 'warn') : shown}\n`
}
