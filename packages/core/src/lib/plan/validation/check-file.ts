import { checkPath } from './check-path.ts'
import { quoteText as quote } from '../../text/quote-text.ts'
import type { ReportIssue } from './report-issue.ts'

/** Reports a path that no plan may write. `owner` names the part of the plan that declares it. */
export const checkFile = (path: string, owner: string, line: number, report: ReportIssue): void => {
  const checked = checkPath(path)
  if ('problem' in checked) {
    report(line, 'PATH_UNSAFE', `${owner}: the path ${quote(path)} is refused: ${checked.problem}.`, path)
  }
}
