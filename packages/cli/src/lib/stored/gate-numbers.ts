import type { Report, RunEvent } from '@amelia/core'
import type { FoundRun, RunHost } from './find-run.ts'
import { readEvents } from './read-events.ts'

/** The numbers of the questions of a run, by gate id: they count from 1 in the order of their opening. */
export type GateNumbers = ReadonlyMap<string, number>

/** Numbers the question of an event. A number is never given to another question of the run. */
export const numberGate = (numbers: Map<string, number>, event: RunEvent): void => {
  if (event.type === 'gate_opened' && !numbers.has(event.gate.id))
    numbers.set(event.gate.id, numbers.size + 1)
}

/** Reads the numbers of the questions of a stored run. Empty if none is open. */
export const readGateNumbers = async (host: RunHost, found: FoundRun): Promise<GateNumbers> => {
  const numbers = new Map<string, number>()
  if (found.report.gates.length === 0) return numbers
  for await (const event of readEvents(host, found)) numberGate(numbers, event)
  return numbers
}

/** Puts the numbers before the questions of a report, and the phases if it has several questions. */
export const withNumbers = (report: Report, numbers: GateNumbers): Report => ({
  ...report,
  gates: report.gates.map((gate) => {
    const number = numbers.get(gate.id)
    const about = report.gates.length > 1 ? phasesOf(gate) : ''
    return number === undefined ? gate : { ...gate, question: `#${number} ${about}${gate.question}` }
  }),
})

/** The phases of a question, unless it names them. */
const phasesOf = ({ phaseIds, question }: Report['gates'][number]): string => {
  const [first, ...more] = phaseIds
  if (first === undefined || question.toLowerCase().includes(`phase ${first}`)) return ''
  return `${more.length === 0 ? 'Phase' : 'Phases'} ${phaseIds.join(', ')}: `
}
