import type { PlanIssue } from '@amelia/core/plugin'
import { describeLines } from './describe-lines.ts'
import type { HiddenLine } from './find-hidden.ts'

/** Warns about hidden lines: once for neighbours with one reason. */
export const reportHidden = (hidden: readonly HiddenLine[]): PlanIssue[] => {
  const runs: HiddenLine[][] = []
  for (const each of hidden) {
    const last = runs.at(-1)
    if (last?.[0]?.reason === each.reason) last.push(each)
    else runs.push([each])
  }
  return runs.flatMap((run): PlanIssue[] => {
    const [first] = run
    if (!first) return []
    const places = describeLines(run.map(({ line }) => line))
    const more = run.length === 1 ? ' is' : ` and ${run.length - 1} more are`
    const advice =
      run.length === 1 && first.repaired !== undefined
        ? `Write "${first.repaired.slice(0, 80)}"`
        : 'Write it as the other units are written'
    const message = `"${first.text}"${more} not part of the plan (${places}): ${first.reason}. ${advice}, if it is work.`
    return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, line: first.line, column: 1 }]
  })
}
