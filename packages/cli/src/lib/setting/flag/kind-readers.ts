import { InvalidArgumentError } from 'commander'
import { readDuration } from '../read-duration.ts'
import type { ConfigKind } from './config-kind.ts'

type Read = (text: string, before?: never) => unknown

/** Adds a value to those of a repeatable flag. */
const readList = (text: string, before: string[] = []): string[] => [...before, text]

/** Adds names to those of a repeatable flag. Commas separate them. */
export const readNames = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
]

/** Adds `NAME=VALUE` to the values by name. */
export const readLabel = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected a name and a value, such as team=payments.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** Adds the number of sessions of a provider. */
export const readSessions = (text: string, before: Record<string, number> = {}): Record<string, number> => {
  const [, provider, count] = /^(.+)=(\d{1,4})$/.exec(text) ?? []
  if (provider === undefined || Number(count) < 1)
    throw new InvalidArgumentError('Expected a provider and a number, such as anthropic=8.')
  return { ...before, [provider]: Number(count) }
}

const readCount = (text: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('Expected an integer from 1 to 1000.')
}

/** Reads the number of runs that stay. */
export const readKeep = (text: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer from 0, such as 10.')
}

/** Reads the lowest port of a range, whose limits the run checks. */
export const readPortBase = (text: string): number => {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a port from 1024 to 65515.')
}

/** Reads a port to listen on. */
export const readPort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 1 to 65535.')
}

/** How values of each kind are read. A text stays as it is. */
export const kindReaders: Readonly<Partial<Record<ConfigKind, Read>>> = {
  number: readCount,
  duration: readDuration,
  list: readList,
  record: readList,
}
