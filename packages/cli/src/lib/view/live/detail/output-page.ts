import type { Failure, Host } from '@amelia/core'
import { words, wrapContent } from '@amelia/core/view'
import { listTries } from '@amelia/core/machine'
import { readOutput } from '../../../stored/read-output.ts'
import { wrapText } from '../../../terminal/wrap-text.ts'
import { describeTry } from '../../describe-try.ts'
import type { AskedQuestion } from './asked-question.ts'
import type { Page } from '../key/live-state.ts'
import { splitOutput } from './split-output.ts'

/** Reads all details of a question, and the complete outputs of its commands, as a page. */
export const outputPage = async (
  question: AskedQuestion & { host: Pick<Host, 'store'>; columns: number },
): Promise<Page> => {
  const { gate, phases, runId, host, columns } = question
  const outputs = await Promise.all(
    phases
      .filter(({ id }) => gate.phaseIds.includes(id))
      .flatMap(({ id, failure, checks }) =>
        [
          ...(failure ? triesOf(failure) : []),
          ...checks.map((check) => ({ title: `check ${check.name}: ${check.argv.join(' ')}`, ...check })),
        ].map(async (each) => ({
          title: `${id}: ${each.title}`,
          lines: splitOutput(await readOutput(host.store, runId, each)),
        })),
      ),
  )
  const wrap = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => wrapText(words.plainLabel(text), columns - 1))
  const content = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => wrapContent(text, columns + 1)).map((row) => row.slice(2))
  // Details contain the end of an output, which is complete below them.
  const shown = new Set(outputs.flatMap(({ lines }) => lines.map((line) => line.trim())))
  const lines = [
    ...wrap([gate.question]),
    ...content(
      gate.details.filter((text) => text.includes('\n') || !shown.has(words.plainLabel(text).trim())),
    ),
    ...content(gate.suggestions.map((text) => `Suggestion: ${text}`)),
    ...outputs.flatMap(({ title, lines: output }) =>
      output.length === 0 ? [] : ['', ...wrap([title]), ...output.map((line) => `| ${line}`)],
    ),
  ]
  return { title: 'Details and output', lines, top: 0 }
}

const triesOf = (failure: Failure) =>
  listTries(failure).map((each) => ({
    title: failure.tries ? describeTry(each) : (failure.command ?? failure.message),
    ...each,
  }))
