/**
 * Violations, by the guarantee that was broken.
 *
 * `lost work`: acknowledged data is missing or changed. `double commit`: something was done, asked or charged
 * twice. `unrecoverable`: a run cannot be resumed, or ended incorrectly. `hang`: no more progress.
 */
export const violationKinds = ['lost work', 'double commit', 'unrecoverable', 'hang'] as const

export type ViolationKind = (typeof violationKinds)[number]

export interface Violation {
  kind: ViolationKind
  what: string
}

/** Collects the violations of one world. */
export interface Violations {
  readonly found: Violation[]
  add(kind: ViolationKind, what: string): void
  /** Adds a violation if `holds` is false. */
  check(holds: boolean, kind: ViolationKind, what: () => string): void
}

export const createViolations = (): Violations => {
  const found: Violation[] = []
  const add = (kind: ViolationKind, what: string): void => void found.push({ kind, what })
  return {
    found,
    add,
    check(holds, kind, what) {
      if (!holds) add(kind, what())
    },
  }
}
