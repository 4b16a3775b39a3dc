import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentPart, nameOf } from './find-parts.ts'

/**
 * Warns about skipped headings and boxes: one warning per section, or per run of boxes. All headings and
 * boxes between the lines that a warning names are skipped.
 */
export const reportSkipped = (
  parts: readonly DocumentPart[],
  skipped: ReadonlySet<DocumentPart>,
  reasons: ReadonlyMap<number, string>,
): PlanIssue[] => {
  const issues: PlanIssue[] = []
  let heading: DocumentPart | undefined
  let run: DocumentPart[] = []
  let below: DocumentPart | undefined
  const close = (): void => {
    const [first] = run
    if (first) issues.push(report(first, run, below, reasons.get(first.line)))
    run = []
  }
  for (const part of parts) {
    const level = run[0]?.level ?? 0
    const isInside = part.kind === 'box' || (level > 0 && part.level > level)
    if (!skipped.has(part) || !isInside) close()
    if (skipped.has(part)) {
      if (run.length === 0) below = heading
      run.push(part)
    }
    if (part.kind === 'heading') heading = part
  }
  close()
  return issues
}

const report = (
  first: DocumentPart,
  run: readonly DocumentPart[],
  below: DocumentPart | undefined,
  reason: string | undefined,
): PlanIssue => {
  const headings = run.filter(({ kind }) => kind === 'heading').length - (first.kind === 'heading' ? 1 : 0)
  const boxes = run.filter(({ kind }) => kind === 'box').length
  const to = run.at(-1)?.line ?? first.line
  const lines = to === first.line ? `line ${to}` : `lines ${first.line} to ${to}`
  const inside = [...counted(headings, 'heading', 'headings'), ...counted(boxes, 'box', 'boxes')].join(
    ' and ',
  )
  const message =
    first.kind === 'heading'
      ? `The section "${nameOf(first)}"${inside === '' ? '' : ` with ${inside}`} is not part of the plan (${lines})${reason ? `: ${reason}` : ''}.`
      : `${inside}${below ? ` below "${nameOf(below)}"` : ''} ${boxes === 1 ? 'is' : 'are'} not part of the plan (${lines}).`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line: first.line, column: 1 }
}

const counted = (amount: number, one: string, several: string): string[] =>
  amount === 0 ? [] : [`${amount} ${amount === 1 ? one : several}`]
