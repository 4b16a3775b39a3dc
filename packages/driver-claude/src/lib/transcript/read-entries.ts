import { readRecord } from '@amelia/agent-process'

/** One line of a transcript. */
export type Entry = Record<string, unknown>

/** Reads the lines of a transcript. A line that is not JSON, such as one that was cut, yields nothing. */
export const readEntries = (text: string): Entry[] =>
  text.split('\n').flatMap((line): Entry[] => {
    try {
      return line === '' ? [] : [readRecord(JSON.parse(line))]
    } catch {
      return []
    }
  })
