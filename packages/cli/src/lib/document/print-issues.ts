import { words } from '@amelia/core/view'
import { createSupportsHyperlinks } from 'supports-hyperlinks'
import { quoteArgument } from '../setting/quote-argument.ts'
import { formatIssue } from './format-issue.ts'
import { placeOfIssue } from './place-of-issue.ts'
import type { PlanFile } from './read-plan-file.ts'
import { linkTo } from '../terminal/link-to.ts'
import type { Terminal } from '../terminal/terminal.ts'

const mostIssues = 50

/**
 * Prints the issues of a plan to stderr, errors first, and their number. A command that only `reads` does not
 * add that nothing was changed. `flags` follow the commands that choose one of two formats.
 */
export const printIssues = (
  terminal: Terminal,
  file: PlanFile,
  { reads = false, flags = '' }: { reads?: boolean; flags?: string } = {},
): void => {
  const { columns, paintError: paint } = terminal
  const { issues } = file.check
  const wrapped = terminal.stderr.isTTY ? { wrapAt: columns } : {}
  const hasLinks = createSupportsHyperlinks(terminal.stderr)
  for (const issue of issues.slice(0, mostIssues)) {
    const { path, line, lines } = placeOfIssue(file, issue)
    terminal.error(
      formatIssue(
        { ...issue, line },
        {
          path,
          lines,
          columns,
          paint,
          ...wrapped,
          ...(hasLinks && { link: (text: string) => linkTo(path, line, text) }),
        },
      ),
    )
  }
  if (issues.length > mostIssues) terminal.error(`and ${issues.length - mostIssues} more.\n`)
  for (const { format } of file.check.readings ?? [])
    terminal.error(
      `  amelia check ${quoteArgument(words.plainLabel(file.path))} --plan-format ${format}${flags}\n`,
    )
  const several = issues.find(({ code }) => code === 'SEVERAL_PLANS')
  if (several !== undefined)
    terminal.error('To choose one of the plans, pass its heading: --select "HEADING".\n')
  const errors = issues.filter(({ severity }) => severity === 'error').length
  if (errors === 0) return
  const fix = errors === 1 ? 'Fix the error' : `Fix the ${errors} errors`
  terminal.error(`The plan cannot be run. ${fix} and try again.${reads ? '' : ' Nothing was changed.'}\n`)
}
