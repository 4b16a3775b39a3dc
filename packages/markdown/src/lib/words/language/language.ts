/** English words, each with patterns of the words of a language; commas separate these. */
export type Words = Readonly<Record<string, string>>

/**
 * The words of one language, in lower case: at most 45 patterns. A pattern is a regular expression without
 * groups that capture. Only words that English does not have are needed.
 */
export interface Language {
  /** Units of work: words before or after a number. */
  units: Words
  /** Labels of fields, and headers of columns. */
  labels: Words
  /** Values of fields, and words for no phases and for all. */
  values: Words
  /** Headings and labels of conditions. Nothing below them is work. */
  criteria: string
  /** Headings of sections beside the work. */
  beside: string
}
