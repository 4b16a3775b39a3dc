import type { PhaseFieldValues } from '@amelia/core/plugin'

/** A row of a phase table, with unresolved references. */
export interface Row {
  id: string
  /** The id as written in its cell, without marks. */
  written: string
  title: string
  /** Whether a cell names the phase; else the title is its id as written. */
  isNamed: boolean
  /** The cell for the title, if the cell of the id contains the title. */
  detail: string
  /** The cells as written. */
  dependsOn: string
  parallelWith: string
  files: string[]
  /** The fields that its cells set. */
  fields: PhaseFieldValues
  line: number
}
