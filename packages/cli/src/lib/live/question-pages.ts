import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type GateView, type Host, type Paint, type PhaseReport, plainLabel } from '@amelia/core'
import { stripAnsi } from '@amelia/core/plugin'
import { phaseRange } from '../stored/diff-range.ts'
import { readOutput } from '../stored/read-output.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import type { Page } from './live-state.ts'

/** A question, and the run that asks it. */
export interface AskedQuestion {
  readonly runId: string
  readonly gate: GateView
  readonly phases: readonly PhaseReport[]
}

const run = promisify(execFile)
const mostLines = 20_000
const mostBytes = 20_000_000

const phasesOf = ({ gate, phases }: AskedQuestion): PhaseReport[] =>
  phases.filter(({ id }) => gate.phaseIds.includes(id))

/** Reads the changes of the phases of a question as a page, or returns why there are none. */
export const diffPage = async (
  question: AskedQuestion & { host: Pick<Host, 'git'>; repo: string; paint: Paint },
): Promise<Page | string> => {
  const { runId, host, repo, paint } = question
  const diffs = await Promise.all(
    phasesOf(question).map(async (phase) => {
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
  const lines = linesOf(diffs.join('')).map((line) => tinted(line, paint))
  if (lines.length === 0) return 'There are no changes yet.'
  return { title: `Changes of ${question.gate.phaseIds.map(plainLabel).join(', ')}`, lines, top: 0 }
}

const tinted = (line: string, paint: Paint): string => {
  if (line.startsWith('@@')) return paint(line, 'active')
  if (/^(?:diff|index|\+\+\+|---) /.test(line)) return paint(line, 'dim')
  if (line.startsWith('+')) return paint(line, 'good')
  return line.startsWith('-') ? paint(line, 'bad') : line
}

/** Reads all details of a question, and the complete outputs of its commands, as a page. */
export const outputPage = async (
  question: AskedQuestion & { host: Pick<Host, 'store'>; columns: number },
): Promise<Page> => {
  const { gate, runId, host, columns } = question
  const outputs = await Promise.all(
    phasesOf(question).flatMap(({ id, failure, checks }) =>
      [
        ...(failure ? [{ title: failure.command ?? failure.message, ...failure }] : []),
        ...checks.map((check) => ({ title: `check ${check.name}: ${check.argv.join(' ')}`, ...check })),
      ].map(async (each) => ({
        title: `${id}: ${each.title}`,
        lines: linesOf(await readOutput(host.store, runId, each)),
      })),
    ),
  )
  const wrap = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => wrapText(plainLabel(text), columns - 1))
  const lines = [
    ...wrap([gate.question]),
    ...wrap(gate.details),
    ...wrap(gate.suggestions.map((text) => `Suggestion: ${text}`)),
    ...outputs.flatMap(({ title, lines: output }) =>
      output.length === 0 ? [] : ['', ...wrap([title]), ...output.map((line) => `| ${line}`)],
    ),
  ]
  return { title: 'Details and output', lines, top: 0 }
}

/** Splits a foreign text into lines without control characters. */
const linesOf = (text: string): string[] => {
  const lines = stripAnsi(text).trimEnd().split('\n')
  // eslint-disable-next-line no-control-regex -- they would move the cursor
  const plain = lines.map((line) =>
    line.replaceAll('\t', '    ').replace(/[\u0000-\u001f\u007f-\u009f]/g, ''),
  )
  if (plain.length === 1 && plain[0] === '') return []
  return plain.length <= mostLines
    ? plain
    : [...plain.slice(0, mostLines), `... and ${plain.length - mostLines} more lines`]
}
