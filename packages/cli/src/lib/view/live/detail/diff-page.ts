import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Host } from '@amelia/core'
import { type Paint, words, wrapContent } from '@amelia/core/view'
import { phaseRange } from '@amelia/core/machine'
import { quietDiff } from '../../../stored/quiet-diff.ts'
import type { AskedQuestion } from './asked-question.ts'
import type { Page } from '../key/live-state.ts'

const run = promisify(execFile)
const mostBytes = 20_000_000
const mostLines = 20_000

/** Reads the changes of the phases of a question as a page, or returns why there are none. */
export const diffPage = async (
  question: AskedQuestion & { host: Pick<Host, 'git'>; repo: string; columns: number; paint: Paint },
): Promise<Page | string> => {
  const { runId, gate, phases, host, repo, columns, paint } = question
  const diffs = await Promise.all(
    phases
      .filter(({ id }) => gate.phaseIds.includes(id))
      .map(async (phase) => {
        const range = await phaseRange(host.git, runId, phase)
        if (range === undefined) return ''
        const argv = [
          '-C',
          repo,
          ...quietDiff,
          '--no-color',
          range.from,
          range.to,
          '--',
          '.',
          ':!docs/amelia',
        ]
        return (await run('git', argv, { maxBuffer: mostBytes })).stdout
      }),
  )
  const changes = diffs.join('').replace(/\n$/, '').split('\n')
  const lines = changes.slice(0, mostLines).flatMap((line) =>
    // As lines of one text, which rows that continue them are told apart from.
    wrapContent(`\n${line}`, columns - 1)
      .slice(1)
      .map((row) => tinted(line, row, paint)),
  )
  if (changes.length > mostLines) lines.push(`and ${changes.length - mostLines} more lines`)
  if (changes.join('') === '') return 'There are no changes yet.'
  return { title: `Changes of ${gate.phaseIds.map(words.plainLabel).join(', ')}`, lines, top: 0 }
}

const tinted = (line: string, row: string, paint: Paint): string => {
  if (line.startsWith('@@')) return paint(row, 'active')
  if (/^(?:diff|index|\+\+\+|---) /.test(line)) return paint(row, 'dim')
  if (line.startsWith('+')) return paint(row, 'good')
  return line.startsWith('-') ? paint(row, 'bad') : row
}
