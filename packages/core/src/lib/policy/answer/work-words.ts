import { type WorkStatus, workStatuses } from './read-work-report.ts'

/** The beginning of a line about work that is not done. */
const notDoneMark = 'Not done: '

/** Describes work that is not done, for people and for the next attempt. */
export const describeLeftOut = (text: string): string => `${notDoneMark}${text.trim()}`

/** Describes the report about one part of an assignment. */
export const describePart = ({ id, status, summary }: PartWords): string =>
  `- ${id} ${status}${summary.trim() === '' ? '' : `: ${summary.trim()}`}`

interface PartWords {
  id: string
  status: WorkStatus
  summary: string
}

/** The last words of a session, in the parts that `describeWorkReport` wrote. */
export interface WorkWords {
  /** The summary, or all words of a session that gave no report. */
  summary: string
  notDone: string[]
}

const partLine = new RegExp(`^- \\S{1,200} (?:${workStatuses.join('|')})(?:: |$)`)

/** Splits the last words of a session. The reports about single parts are left out. */
export const splitWorkWords = (words: string): WorkWords => {
  const found: WorkWords = { summary: '', notDone: [] }
  let at: 'summary' | 'notDone' | 'part' = 'summary'
  for (const line of words.split('\n')) {
    if (line.startsWith(notDoneMark)) {
      at = 'notDone'
      found.notDone.push(line.slice(notDoneMark.length))
    } else if (partLine.test(line)) at = 'part'
    else if (at === 'summary') found.summary += `${line}\n`
    else if (at === 'notDone') found.notDone.push(`${found.notDone.pop() ?? ''} ${line.trim()}`.trim())
  }
  return { ...found, summary: found.summary.trim() }
}
