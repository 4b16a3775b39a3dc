import { type ListedRun, listRuns, plainLabel } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { RunHost } from '../../stored/find-run.ts'
import { fitText } from '../../terminal/fit-text.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export interface RunsOptions {
  repo: string
  json?: boolean
  label?: Record<string, string>
  status?: ListedRun['status'][]
}

/** Lists the runs of a repository, newest first. */
export const runsCommand = async (
  terminal: Terminal,
  { repo, json, label, status }: RunsOptions,
  host: RunHost = nodeHost({ repo }),
): Promise<number> => {
  await checkFolder(repo)
  const runs = await listRuns({ host, ...(label && { labels: label }), ...(status && { status }) })
  if (json === true) terminal.out(`${JSON.stringify(runs)}\n`)
  else
    terminal.out(
      runs.length === 0
        ? `No ${label || status ? 'such runs' : 'runs'} in this repository.\n`
        : runs.map((run) => line(run, terminal)).join(''),
    )
  return exitCode.completed
}

const line = (run: ListedRun, { columns, paint }: Terminal): string => {
  const { runId, status, title = '', labels, held, phases, gates = 0, problem } = run
  const facts = [
    ...(phases === undefined ? [] : [`${phases.done}/${phases.all} phases`]),
    ...(gates === 0 ? [] : [`${gates} open ${gates === 1 ? 'question' : 'questions'}`]),
    ...(held ? ['running now'] : []),
    ...(problem === undefined ? [] : [plainLabel(problem)]),
    ...Object.entries(labels).map(([key, value]) => plainLabel(`${key}=${value}`)),
  ]
  const text = `${runId}  ${status.padEnd(9)}  ${[...facts, plainLabel(title)].filter((part) => part !== '').join(', ')}`
  const shown = problem === undefined ? fitText(text, columns) : text
  return `${status === 'damaged' || status === 'unreadable' ? paint(shown, 'warn') : shown}\n`
}
