import { readFileSync } from 'node:fs'
import { AmeliaError } from '@amelia/core/plugin'

/** The number of ports in a range. Ranges begin at multiples of it, so that two of them never overlap. */
export const rangeSize = 20

/** The port that the first range begins at by default. */
const defaultBase = 20_000

const highestPort = 65_535

/**
 * Lists the first ports of all ranges from a port on, without those with ephemeral ports, which the system
 * gives to any program. If the system uses all ports as ephemeral ones, none is left out.
 *
 * Throws `OPTION_INVALID` for a first port that is not valid or is ephemeral.
 */
export const listRanges = (base: number = defaultBase, ephemeral = readEphemeral()): number[] => {
  const [low, high] = ephemeral
  const first = Math.ceil(base / rangeSize) * rangeSize
  const isEphemeral = (port: number): boolean => port <= high && port + rangeSize > low
  const count = Math.max(0, Math.floor((highestPort + 1 - first) / rangeSize))
  const all = Array.from({ length: count }, (_, index) => first + index * rangeSize)
  const stable = all.filter((port) => !isEphemeral(port))
  const isValid = Number.isInteger(base) && base >= 1024 && all.length > 0
  const wrong = isValid && base !== defaultBase && stable.length > 0 && isEphemeral(first)
  if (isValid && !wrong) return stable.length > 0 ? stable : all
  const why = wrong ? ` outside ${low} to ${high}, which the system gives to any program` : ''
  const message = `\`portBase\` must be a port from 1024 to ${highestPort - rangeSize}${why}; got ${base}.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'portBase' })
}

/** The first and the last ephemeral port. The default is that of macOS and of the IANA. */
const readEphemeral = (): [low: number, high: number] => {
  try {
    const text = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    const [low = 0, high = 0] = text.trim().split(/\s+/).map(Number)
    if (low > 0 && high >= low) return [low, high]
  } catch {
    // Another system than Linux.
  }
  return [49_152, highestPort]
}
