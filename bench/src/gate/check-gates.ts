import type { Row } from '../run/benchmark.ts'
import type { Gate } from './gate.ts'

/** A gate with the figure that it was compared with. */
export interface GateCheck {
  gate: Gate
  /** The ratio, or the figure; undefined if a figure is missing from the run. */
  value: number | undefined
  passes: boolean
}

/** Finds a figure. */
const find = (
  rows: readonly Row[],
  { series, subject, size, statistic = 'min' }: Pick<Gate, 'series' | 'subject' | 'size' | 'statistic'>,
) => rows.find((row) => row.series === series && row.subject === subject && row.size === size)?.[statistic]

/**
 * Compares the figures of a run with its gates. A gate whose own figure is missing fails; one whose peer is
 * missing passes, because a peer may be impossible to install.
 */
export const checkGates = (gates: readonly Gate[], rows: readonly Row[]): GateCheck[] =>
  gates.map((gate) => {
    const own = find(rows, gate)
    if (own === undefined) return { gate, value: undefined, passes: false }
    if (gate.against === undefined) return { gate, value: own, passes: own <= gate.most }
    const other = find(rows, { ...gate, ...gate.against })
    if (other === undefined) return { gate, value: undefined, passes: gate.against.subject !== undefined }
    const value = own / other
    return { gate, value, passes: value <= gate.most }
  })

/** Names a gate in one line. */
export const describeGate = ({ series, subject, size, against, statistic }: Gate): string => {
  const at = `${statistic === 'median' ? 'median ' : ''}${series}, ${size.toLocaleString('en')}: ${subject}`
  if (against === undefined) return at
  const other = [
    against.series,
    against.subject,
    against.size === undefined ? undefined : `at ${against.size.toLocaleString('en')}`,
  ]
  return `${at} / ${other.filter((part) => part !== undefined).join(' ')}`
}
