/** A limit of a figure, as a ratio to another figure of the same run. */
export interface Gate {
  benchmark: string
  series: string
  subject: string
  size: number
  /** The figure that the subject is divided by: another subject, or the same subject at another size. */
  against?: { subject?: string; series?: string; size?: number }
  /** Which figures of the repeats are compared. Default: `min`. */
  statistic?: 'min' | 'median'
  /**
   * The highest ratio that passes; without `against`, the highest figure. Only ever lowered, except as
   * decision 51 allows.
   */
  most: number
  /** The ratio that the project aims at, where `most` is looser. */
  aim?: number
  /** The reason why `most` is looser than `aim`. */
  reason?: string
}
