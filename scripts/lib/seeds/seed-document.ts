/** One behaviour that a source document describes. */
export interface SeedBehaviour {
  /** Its number in the document, from 1. Tags in tests name it. */
  number: number
  /** The heading under which the document describes it. */
  section: string
  /** The behaviour, in our words. */
  behaviour: string
  /** The source files: a name in `packages/core/src/lib`, or a path from the root of the repository. */
  code: string[]
  /** Why Amelia differs, or does not have it. Absent if Amelia does what the document describes. */
  reason?: string
}

/** The behaviours of one source document. */
export interface SeedDocument {
  name: string
  behaviours: SeedBehaviour[]
  /** The headings of the document that describe no behaviour, each with the reason. */
  others: { section: string; reason: string }[]
}

/** A test that shows a behaviour. */
export interface SeedTag {
  document: string
  number: number
  /** The test file, from the root of the repository, and the title of the test. */
  file: string
  title: string
}
