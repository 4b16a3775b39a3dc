import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Host, type Paint, plainLabel } from '@amelia/core'
import { phaseRange } from '@amelia/core/machine'
import type { AskedQuestion } from './asked-question.ts'
import type { Page } from '../key/live-state.ts'
import { splitOutput } from './split-output.ts'

const run = promisify(execFile)
const mostBytes = 20_000_000

/** Reads the changes of the phases of a question as a page, or returns why there are none. */
export const diffPage = async (
  question: AskedQuestion & { host: Pick<Host, 'git'>; repo: string; paint: Paint },
): Promise<Page | string> => {
  const { runId, gate, phases, host, repo, paint } = question
  const diffs = await Promise.all(
    phases
      .filter(({ id }) => gate.phaseIds.includes(id))
      .map(async (phase) => {
        const range = await phaseRange(host.git, runId, phase)
        if (range === undefined) return ''
        const argv = [
          '-C',
          repo,
          'diff',
          '--no-color',
          '--no-ext-diff',
          range.from,
          range.to,
          '--',
          '.',
          ':!docs/amelia',
        ]
        return (await run('git', argv, { maxBuffer: mostBytes })).stdout
      }),
  )
  const lines = splitOutput(diffs.join('')).map((line) => tinted(line, paint))
  if (lines.length === 0) return 'There are no changes yet.'
  return { title: `Changes of ${gate.phaseIds.map(plainLabel).join(', ')}`, lines, top: 0 }
}

const tinted = (line: string, paint: Paint): string => {
  if (line.startsWith('@@')) return paint(line, 'active')
  if (/^(?:diff|index|\+\+\+|---) /.test(line)) return paint(line, 'dim')
  if (line.startsWith('+')) return paint(line, 'good')
  return line.startsWith('-') ? paint(line, 'bad') : line
}
