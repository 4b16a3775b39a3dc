import { visibleText } from '../format/visible-text.ts'

/** A fact of an event: a name and a text, indented by its depth. */
export interface Fact {
  name: string
  depth: number
  /** Absent for a name whose facts follow. */
  text?: string
}

const mostFacts = 200
const mostCharacters = 20_000
const deepest = 4

/** Lists the facts of a value, such as an event: at most 200, and 20,000 characters each. */
export const listFacts = (value: object, without: readonly string[] = []): Fact[] => {
  const facts: Fact[] = []
  const add = (name: string, each: unknown, depth: number): void => {
    if (facts.length > mostFacts) return
    if (facts.length === mostFacts) {
      facts.push({ name: 'More', depth: 0, text: 'The other facts are left out.' })
      return
    }
    const text = textOf(each, depth)
    if (text !== undefined) {
      facts.push({ name, depth, text })
      return
    }
    facts.push({ name, depth })
    for (const [key, inner] of entriesOf(each as object)) add(key, inner, depth + 1)
  }
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !without.includes(key)))
  for (const [key, each] of entriesOf(rest)) add(key, each, 0)
  return facts
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => [Array.isArray(value) ? String(Number(key) + 1) : nameOf(key), each])

/** Returns `exit code` for `exitCode`. */
const nameOf = (key: string): string =>
  /^[a-z][A-Za-z]*$/.test(key) ? key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : key

/** Returns undefined for a value whose parts are listed one by one. */
const textOf = (value: unknown, depth: number): string | undefined => {
  if (value === null) return 'none'
  if (typeof value === 'string') return cut(visibleText(value))
  if (typeof value !== 'object') return JSON.stringify(value)
  const parts = Object.values(value)
  if (parts.length === 0) return 'none'
  if (Array.isArray(value) && parts.every((part) => typeof part !== 'object' || part === null))
    return cut(
      visibleText(parts.map(String).join(parts.some((part) => String(part).length > 24) ? '\n' : ', ')),
    )
  return depth >= deepest ? cut(JSON.stringify(value)) : undefined
}

const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n… ${text.length - mostCharacters} more characters`
