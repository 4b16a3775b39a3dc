import { cleanRun, type Host, wrapText } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../stored/check-folder.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { findRun } from '../stored/find-run.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface CleanOptions {
  repo: string
  attempts?: boolean
}

/** Removes what a run left behind that has come to its end: nothing that is not held elsewhere, unless attempts are named. */
export const cleanCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, attempts = false }: CleanOptions,
  host: Host = nodeHost({ repo }),
): Promise<number> => {
  await checkFolder(repo)
  const { runId } = await findRun(terminal, { ...host, wanted })
  const { removed, kept } = await cleanRun({ host, runId, attempts })
  const width = Math.min(terminal.columns, 80)
  const stay =
    kept.length === 0
      ? 'None is left.'
      : `${count(kept)} stay, because nothing else holds what they name${attempts ? '' : '; attempts go with --attempts'}.`
  const told = `Run ${runId}: its workspaces and ${count(removed)} are gone. ${stay} Its journal stays.`
  terminal.out(`${wrapText(told, width).join('\n')}\n`)
  return exitCode.completed
}

const count = ({ length }: readonly string[]): string =>
  length === 1 ? '1 reference' : `${length} references`
