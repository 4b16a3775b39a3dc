/** The trial of a filter on one file. */
export interface FilterTrial {
  /** The name of the filter, as in the attribute `filter=NAME`. */
  name: string
  /** Whether git refuses to write or to read a file if the filter fails. */
  required: boolean
  /** Why the filter failed, with its output. Absent if it works. */
  failure?: {
    /** Sentences about the filter and the file. */
    message: string
    /** A sentence about what to do. */
    remedy: string
  }
}
