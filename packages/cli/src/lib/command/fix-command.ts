import { plainLabel } from '@amelia/core'
import { exitCode } from '../terminal/exit-code.ts'
import { lineDiff } from '../document/line-diff.ts'
import { planParsers } from '../document/plan-parsers.ts'
import { printIssues } from '../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../document/read-plan-file.ts'
import { replaceFile } from '../document/replace-file.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What the user gave `fix` besides the plan. */
export interface FixOptions extends PlanReading {
  write?: boolean
}

/** Mends what can be mended mechanically in a plan: shows it as a diff, and writes it only when asked to. */
export const fixCommand = async (terminal: Terminal, path: string, options: FixOptions): Promise<number> => {
  const file = await readPlanFile(path, options)
  const { format } = file.check
  if (format === 'unknown') {
    printIssues(terminal, file)
    return exitCode.usage
  }
  const name = plainLabel(path)
  const fix = planParsers(options.tag).find(({ id }) => id === format)?.fix
  if (!fix) {
    terminal.error(`Nothing is mended in a plan of the format ${format}: ${name}\n`)
    return exitCode.completed
  }
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes)
  const after = fix(before)
  if (after === before) {
    terminal.error(`There is nothing to mend: ${name}\n`)
    return exitCode.completed
  }
  terminal.out(lineDiff(name, before, after, terminal.paint))
  if (options.write === true) {
    await replaceFile(path, after)
    terminal.error(`Written: ${name}\n`)
  } else {
    terminal.error(
      `Nothing was written: \`amelia fix --write\` does it. What else is wrong, \`amelia check\` says.\n`,
    )
  }
  return exitCode.completed
}
