import type { RepositoryChange } from '../event/change/repository-change.ts'

/** A change in a line: what it was, what it is, and how it is undone. */
export const describeChange = ({ name, before, after, restore }: RepositoryChange): string =>
  `${name} ${describeValues(before, after)}. To undo it: ${restore}`

/** Describes the old and new value in short. */
export const describeValues = (before: string | null, after: string | null): string => {
  if (before === null) return `was created (${short(after)})`
  return after === null
    ? `was deleted (it was ${short(before)})`
    : `changed from ${short(before)} to ${short(after)}`
}

const short = (value: string | null): string => {
  const text = value ?? ''
  if (/^[0-9a-f]{40,64}$/.test(text)) return text.slice(0, 12)
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}
