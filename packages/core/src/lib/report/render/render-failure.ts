import { boundOutput } from '../../text/bound-output.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { fitText } from '../../text/fit-text.ts'
import { plainLabel } from './plain-label.ts'
import type { PhaseReport } from '../../event/report.ts'
import { wrapText } from '../../text/wrap-text.ts'

const edgeLines = 10
const maxCharacters = 1_600

/**
 * Renders the failure of a phase: the message, the command unless the message contains it, the relevant lines
 * of its output, and the location of the full output. Returns nothing for a phase that completed or has no
 * failure.
 */
export const renderFailure = ({ status, failure }: PhaseReport, width: number): string[] => {
  if (failure === undefined || status === 'completed') return []
  const { message, command, exitCode, output, outputFile } = failure
  const ended = exitCode === undefined || exitCode === null ? '' : ` (exit code ${exitCode})`
  return [
    ...wrapText(plainLabel(message), width),
    ...(command === undefined || message.includes(command)
      ? []
      : wrapText(`$ ${plainLabel(command)}${ended}`, width)),
    ...outputLines(output ?? '', width),
    ...(outputFile === undefined ? [] : [`Full output: ${plainLabel(outputFile)}`]),
  ]
}

const outputLines = (output: string, width: number): string[] => {
  const lines = stripAnsi(output)
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').trimEnd())
    .filter((line, number, all) => line !== '' || (number > 0 && all[number - 1] !== ''))
  while (lines.at(-1) === '') lines.pop()
  const shown = boundOutput(lines.join('\n'), { edgeLines, maxCharacters })
  return shown.split('\n').map((line) => `  ${fitText(line, width - 2)}`)
}
