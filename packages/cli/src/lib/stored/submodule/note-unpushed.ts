import type { Report } from '@amelia/core'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { findUnpushed } from './find-unpushed.ts'

/** The commits of submodules that have to be pushed before the work of a run. */
export interface Unpushed {
  /** The commands that push them, in order. Empty without such commits. */
  commands: string[]
  /** A line for people with the commands; undefined without such commits. */
  note?: string
}

/** Finds commits of submodules that the work of a run records, and no remote of theirs is known to have. */
export const describeUnpushed = async (repo: string, report: Report): Promise<Unpushed> => {
  const { base, head, target, publish } = report
  const branch = target.replace(/^refs\/heads\//, '')
  const to = publish === 'message-only' ? head : target
  const found = await findUnpushed(repo, { from: base, to, branch })
  const commands = found.map((words) => words.map(quoteArgument).join(' '))
  if (commands.length === 0) return { commands }
  const what = publish === 'message-only' ? 'The work' : branch
  const note = `${what} records commits of submodules that no remote of theirs is known to have. Push these first: ${commands.join(' && ')}`
  return { commands, note }
}

/** Adds the commits of submodules that have to be pushed first to the note of a published run's target. */
export const noteUnpushed = async (repo: string, report: Report): Promise<Report> => {
  if (!report.targetPublished || report.reverted) return report
  const { note } = await describeUnpushed(repo, report)
  if (note === undefined) return report
  return { ...report, targetNote: [report.targetNote, note].filter(Boolean).join(' ') }
}
