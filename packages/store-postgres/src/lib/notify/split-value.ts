import { hash } from 'node:crypto'

/** The message that a run has new records. */
export const wakePayload = 'records'

/** The message that a run has a new command. */
export const commandPayload = 'command'

/** The largest value to send, in characters of its JSON. */
const maxLength = 262_144

/** PostgreSQL sends less than 8000 bytes at once. */
const partLength = 7900

/** The channel of a run. Names of channels are shorter than those of runs and schemas. */
export const channelOf = (schema: string, runId: string): string =>
  `amelia_${hash('sha256', `${schema}\n${runId}`, 'hex').slice(0, 40)}`

/**
 * Splits a value into messages, in ASCII. `number` makes them unique, because PostgreSQL joins equal ones.
 * Returns none for a value that is too large.
 */
export const splitValue = (value: unknown, number: number): string[] => {
  const text = JSON.stringify(value ?? null).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (text.length > maxLength) return []
  const count = Math.ceil(text.length / partLength)
  return Array.from(
    { length: count },
    (_, index) => `${number}.${index}.${count}:${text.slice(index * partLength, (index + 1) * partLength)}`,
  )
}

/**
 * Returns a function that joins the messages of a channel, and gives each value once its last message is
 * received. Incomplete and unreadable ones are left out: any user of the database can send messages.
 */
export const createJoiner = (): ((payload: string) => { value: unknown } | null) => {
  let parts: string[] = []
  return (payload) => {
    const [, index = '', count = '', part = ''] = /^\d+\.(\d+)\.(\d+):([^]*)$/.exec(payload) ?? []
    if (index === '') return null
    // The messages of a value are sent in one transaction, and arrive together.
    if (Number(index) === 0) parts = []
    if (Number(index) !== parts.length) return null
    parts.push(part)
    if (parts.length < Number(count)) return null
    try {
      return { value: JSON.parse(parts.join('')) as unknown }
    } catch {
      return null
    }
  }
}
