import { plainLabel, type RevertScope, revertRun, wrapText } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../stored/check-folder.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { findRun } from '../stored/find-run.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface RevertOptions {
  repo: string
  scope: RevertScope
}

/** Takes back what people got of a run, or of its last batch: the target branch is what it was before. */
export const revertCommand = async (
  terminal: Terminal,
  wanted: string,
  { repo, scope }: RevertOptions,
): Promise<number> => {
  await checkFolder(repo)
  const host = nodeHost({ repo })
  const { runId } = await findRun(terminal, { ...host, wanted })
  const { reverted = false, targetNote, target, publish } = await revertRun({ host, runId, scope })
  const where = publish === 'message-only' ? 'Your checkout' : plainLabel(target.replace('refs/heads/', ''))
  const said = targetNote === undefined ? `${where} held nothing of the run.` : plainLabel(targetNote)
  const width = Math.min(terminal.columns, 80)
  terminal.out(`${wrapText(`Run ${runId} is given up. ${said}`, width).join('\n')}\n`)
  return reverted ? exitCode.completed : exitCode.failed
}
