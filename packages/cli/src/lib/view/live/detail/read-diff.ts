import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Host, PhaseReport } from '@amelia/core'
import { phaseRange } from '@amelia/core/machine'
import { type Paint, wrapContent } from '@amelia/core/view'
import { diffWorkspace } from '@amelia/node'
import { quietDiff } from '../../../stored/quiet-diff.ts'

const run = promisify(execFile)
const mostBytes = 20_000_000
const mostLines = 20_000

export interface DiffSource {
  readonly host: Pick<Host, 'git'>
  readonly repo: string
  readonly runId: string
}

/**
 * Reads the changes of a phase as a patch: those in the workspace of its attempt, or up to its last commit.
 * Empty if there are none. `slot`: the place of the tree of a running attempt.
 */
export const readDiff = async (
  { host, repo, runId }: DiffSource,
  phase: PhaseReport,
  slot?: string,
): Promise<string> => {
  const { base, active = false } = phase
  if (active && base !== undefined && slot !== undefined) {
    const patch = await diffWorkspace({ repo, runId, slot, base })
    if (patch !== '') return patch
  }
  const range = await phaseRange(host.git, runId, phase)
  if (range === undefined) return ''
  const argv = ['--no-color', range.from, range.to, '--', '.', ':!docs/amelia']
  return (await run('git', ['-C', repo, ...quietDiff, ...argv], { maxBuffer: mostBytes })).stdout
}

/** Renders a patch as rows of less than `columns` columns. */
export const renderDiff = (patch: string, columns: number, paint: Paint): string[] => {
  const changes = patch.replace(/\n$/, '').split('\n')
  const lines = changes.slice(0, mostLines).flatMap((line) =>
    // As lines of one text, which rows that continue them are told apart from.
    wrapContent(`\n${line}`, columns + 3)
      .slice(1)
      .map((row) => tinted(line, row.slice(4), paint)),
  )
  return changes.length > mostLines ? [...lines, `and ${changes.length - mostLines} more lines`] : lines
}

const tinted = (line: string, row: string, paint: Paint): string => {
  if (line.startsWith('@@')) return paint(row, 'active')
  if (/^(?:diff|index|\+\+\+|---) /.test(line)) return paint(row, 'dim')
  if (line.startsWith('+')) return paint(row, 'good')
  return line.startsWith('-') ? paint(row, 'bad') : row
}
