import type { Host, PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { listTries } from '@amelia/core/machine'
import { readOutput } from '../../../stored/read-output.ts'
import { describeTry } from '../../describe-try.ts'
import { splitOutput } from './split-output.ts'
import { type PageView, wrapLabel } from './wrap-label.ts'

/** Lists the checks of a phase, its review and its failure, each with the complete output. */
export const checksPage = async (
  { store }: Pick<Host, 'store'>,
  runId: string,
  phase: PhaseReport,
  view: PageView,
): Promise<string[]> => {
  const { checks, review, failure, evidence } = phase
  const { paint } = view
  const output = async (of: Parameters<typeof readOutput>[2]): Promise<string[]> =>
    splitOutput(await readOutput(store, runId, of)).map((line) => `  | ${line}`)
  const checked = await Promise.all(
    checks.map(async (check) => {
      const { name, passed, argv, durationMs, note } = check
      const how = `${name} ${passed ? 'passed' : 'failed'}: ${argv.join(' ')} (${note ?? words.formatDuration(durationMs)})`
      return [
        ...wrapLabel(how, view).map((line) => paint(line, passed ? 'good' : 'bad')),
        ...(await output(check)),
      ]
    }),
  )
  const failed = await Promise.all(
    (failure ? listTries(failure) : []).map(async (each) => [
      ...wrapLabel(failure?.tries ? describeTry(each) : (failure?.message ?? ''), view).map((line) =>
        paint(line, 'bad'),
      ),
      ...(await output(each)),
    ]),
  )
  const reviewed =
    review === undefined
      ? []
      : [
          ...wrapLabel(
            `Review ${review.approved ? 'approved' : 'asks for changes'}: ${review.summary}`,
            view,
          ),
          ...review.comments.flatMap((comment) => wrapLabel(words.describeComment(comment), view, '  ')),
        ]
  const lines = [
    ...checked.flat(),
    ...(evidence === undefined || evidence === '' ? [] : wrapLabel(`Evidence: ${evidence}`, view)),
    ...reviewed,
    ...failed.flat(),
  ]
  return lines.length === 0 ? ['Nothing was checked yet.'] : lines
}
