import { checkPath } from './check-path.ts'
import { quoteText as quote } from '../../text/quote-text.ts'
import { readHint } from './read-hint.ts'
import type { ReportIssue } from './report-issue.ts'

/** Reports a path that no plan may write. `owner` names the part of the plan that declares it. */
export const checkFile = (path: string, owner: string, line: number, report: ReportIssue): void => {
  const checked = checkPath(path)
  if ('problem' in checked) {
    report(line, 'PATH_UNSAFE', `${owner}: the path ${quote(path)} is refused: ${checked.problem}.`, path)
  }
}

/**
 * Reports the path of a declared file: outside of the repository it is a warning, because no step writes it.
 */
export const checkHint = (path: string, owner: string, line: number, report: ReportIssue): void => {
  const read = readHint(path)
  if ('path' in read) return
  if (read.outside !== true) return checkFile(path, owner, line, report)
  const message = `${owner}: the file ${quote(path)} is ignored: ${read.problem}. Name files by their path below the root of the repository, such as "src/a.ts".`
  report(line, 'PATH_UNSAFE', message, path, false, 'warning')
}
