/** A trial of the user's own commit hooks. */
export type HookOutcome =
  | { outcome: 'passed'; message: string }
  /** The hook changed files: they need a new commit and a new verification. */
  | { outcome: 'rewritten'; message: string }
  | { outcome: 'failed'; hook: string; output: string }
  /** The hook could not be run as set up: `output` says what is missing. */
  | { outcome: 'environment'; hook: string; output: string }
