import { checkGates, describeGate } from '../gate/check-gates.ts'
import type { Gate } from '../gate/gate.ts'
import { printTable } from '../table.ts'
import type { Figures } from './benchmark.ts'

const short = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** Prints the figures of a run and its gates. Returns the number of gates that fail. */
export const printResult = ({ rows, absent, notes = [] }: Figures, gates: readonly Gate[]): number => {
  printTable(
    ['series', 'size', 'subject', 'min', 'median', 'unit', 'repeats'],
    rows.map((row) => [
      row.series,
      row.size.toLocaleString('en'),
      row.subject,
      short(row.min),
      short(row.median),
      row.unit,
      `${row.repeats}`,
    ]),
  )
  for (const { subject, reason } of absent) console.log(`Left out: ${subject}: ${reason}`)
  for (const note of notes) console.log(note)
  const checks = checkGates(gates, rows)
  if (checks.length > 0) {
    console.log()
    printTable(
      ['gate', 'figure', 'most', 'aim', ''],
      checks.map(({ gate, value, passes }) => [
        describeGate(gate),
        value === undefined ? 'missing' : short(value),
        short(gate.most),
        short(gate.aim ?? gate.most),
        passes ? 'ok' : 'FAILS',
      ]),
    )
  }
  return checks.filter(({ passes }) => !passes).length
}
