import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plainLabel } from '@amelia/core'
import { createSupportsHyperlinks } from 'supports-hyperlinks'
import { quoteArgument } from '../setting/quote-argument.ts'
import { formatIssue } from './format-issue.ts'
import { placeOfIssue } from './place-of-issue.ts'
import type { PlanFile } from './read-plan-file.ts'
import type { Terminal } from '../terminal/terminal.ts'

const mostIssues = 50

/** Prints the issues of a plan to stderr, errors first, and their number. */
export const printIssues = (terminal: Terminal, file: PlanFile): void => {
  const { columns, paintError: paint } = terminal
  const { issues } = file.check
  const wrapped = process.stderr.isTTY ? { wrapAt: columns } : {}
  const hasLinks = createSupportsHyperlinks(process.stderr)
  for (const issue of issues.slice(0, mostIssues)) {
    const { path, line, lines } = placeOfIssue(file, issue)
    terminal.error(
      formatIssue(
        { ...issue, line },
        { path, lines, columns, paint, ...wrapped, ...(hasLinks && { link: linkTo(path, line) }) },
      ),
    )
  }
  if (issues.length > mostIssues) terminal.error(`... and ${issues.length - mostIssues} more.\n`)
  for (const { format } of file.check.readings ?? [])
    terminal.error(`  amelia check ${quoteArgument(plainLabel(file.path))} --plan-format ${format}\n`)
  const errors = issues.filter(({ severity }) => severity === 'error').length
  if (errors === 0) return
  const fix = errors === 1 ? 'Fix the error' : `Fix the ${errors} errors`
  terminal.error(`The plan cannot be run. ${fix} and try again. Nothing was changed.\n`)
}

/** Makes a text a link to a line of a file (OSC 8). */
const linkTo =
  (path: string, line: number) =>
  (text: string): string =>
    `\u001b]8;;${pathToFileURL(resolve(path)).href}#${line}\u0007${text}\u001b]8;;\u0007`
