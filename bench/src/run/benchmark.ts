import type { Peers } from '../peer/peers.ts'

/** One figure: a subject at one size of one series. */
export interface Row {
  /** The group of figures that one plot shows, such as `random order`. */
  series: string
  /** The measured program: `amelia`, a peer, or a limit. */
  subject: string
  /** The number on the horizontal axis. */
  size: number
  unit: string
  min: number
  median: number
  repeats: number
}

/** A peer without figures, and the reason. */
export interface Absence {
  subject: string
  reason: string
}

/** The figures of one run of a benchmark. */
export interface Figures {
  rows: Row[]
  absent: Absence[]
  /** Sentences for the page that depend on the figures. */
  notes?: string[]
}

/** The conditions that a benchmark runs under. */
export interface Conditions {
  /** Uses small sizes and few repeats, for development. Its figures are not kept. */
  quick: boolean
  peers: Peers
}

/** A benchmark: its text on the page, and the function that measures. */
export interface Benchmark {
  name: string
  title: string
  /** The method in Markdown, one sentence per line. */
  about: string
  /** The name of the axis that `size` belongs to. */
  axis: string
  measure(conditions: Conditions): Promise<Figures>
}
