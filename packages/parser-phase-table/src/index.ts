/** A parser for plans written as a table of phases. */
export { phaseTable } from './lib/phase-table.ts'
