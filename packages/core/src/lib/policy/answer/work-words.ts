import { type WorkStatus, workStatuses } from './read-work-report.ts'

/** The beginnings of the lines of a described report that list something. */
const begins = { notDone: 'Not done: ', concerns: 'Concern: ' } as const

type ListName = keyof typeof begins

/** Describes one item of a list of a report, for people and for the next attempt. */
export const describeItem = (list: ListName, text: string): string => `${begins[list]}${text.trim()}`

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
  concerns: string[]
}

const partLine = new RegExp(`^- \\S{1,200} (?:${workStatuses.join('|')})(?:: |$)`)

/** Splits the last words of a session. The reports about single parts are left out. */
export const splitWorkWords = (words: string): WorkWords => {
  const found: WorkWords = { summary: '', notDone: [], concerns: [] }
  let list: ListName | 'summary' | 'part' = 'summary'
  for (const line of words.split('\n')) {
    const begun = (Object.keys(begins) as ListName[]).find((name) => line.startsWith(begins[name]))
    if (begun) {
      list = begun
      found[begun].push(line.slice(begins[begun].length))
    } else if (partLine.test(line)) list = 'part'
    else if (list === 'summary') found.summary += `${line}\n`
    else if (list !== 'part') found[list].push(`${found[list].pop() ?? ''} ${line.trim()}`.trim())
  }
  return { ...found, summary: found.summary.trim() }
}
