import type { AmeliaErrorCode } from '../../../packages/core/src/lib/error/amelia-error.ts'
import type { PlanIssueCode } from '../../../packages/core/src/lib/plan/plan-issue.ts'
import { describeSymbol, printType, splitSentences, toCell } from './describe-symbol.ts'
import { errorRemedies } from './error-remedies.ts'
import { planIssueCauses } from './plan-issue-causes.ts'
import type { SourceTypes } from './read-source-types.ts'
import ts from 'typescript'

/** Describes every error and every issue of a plan, as the page `docs/reference/errors.md`. */
export const renderErrors = ({ checker, find }: SourceTypes): string => {
  const details = find('error/amelia-error.ts', 'AmeliaErrorDetails')
  const errors = checker.getPropertiesOfType(checker.getTypeAtLocation(details)).map((symbol) => {
    const node = symbol.valueDeclaration
    const type = node !== undefined && ts.isPropertySignature(node) && node.type ? printType(node.type) : '{}'
    const remedy = errorRemedies[symbol.name as AmeliaErrorCode]
    return `### ${symbol.name}\n\n${splitSentences(describeSymbol(symbol, checker))}\n\n${splitSentences(remedy)}\n\nDetails: \`${type}\`.\n`
  })
  const issues = Object.entries(planIssueCauses).map(
    ([code, { cause, remedy }]) => `| \`${code as PlanIssueCode}\` | ${toCell(cause)} | ${toCell(remedy)} |`,
  )
  return `# Errors

Amelia throws one class, \`AmeliaError\`, with a \`code\`, a message for people, and typed \`details\`.
Compare the code and never the message, and use \`AmeliaError.is\`, which also recognises errors of another copy of the package.

\`\`\`ts
try {
  await run.start()
} catch (error) {
  if (!AmeliaError.is(error, 'RUN_LOCKED')) throw error
  console.error(error.details.holder)
}
\`\`\`

A failed phase is not an error: the run ends normally, and its report has the [class of the failure](../project/architecture.md#failures).

## Codes

${errors.join('\n')}
## Issues of a plan

\`checkPlan\` and \`amelia check\` return these codes with a line and a column.
An issue with the severity \`error\` prevents the run; a \`warning\` is only shown.
A parser may add codes of the form \`ID:NAME\`, with its own id.

| code | cause | remedy |
|---|---|---|
${issues.join('\n')}
`
}
