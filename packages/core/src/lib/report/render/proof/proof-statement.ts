import type { TreeOverlay } from '../../../contract/git-backend.ts'
import type { ProofPlatform, ProofSetup, ProofSignature } from '../../../contract/host.ts'
import type { ProofTests } from '../../../event/checked-facts.ts'
import type { RedStrength } from '../../../event/evidence.ts'

/** The media type of the payload of a signed statement, as in-toto defines it. */
export const statementMediaType = 'application/vnd.in-toto+json'

/** The type of an in-toto statement. */
export const statementType = 'https://in-toto.io/Statement/v1'

/** The type of the predicate of Amelia's statements. It names the form, and nothing is loaded from it. */
export const proofPredicateType = 'https://amelia.dev/proof/v1'

/** A DSSE envelope: a statement with its signatures. */
export interface ProofEnvelope {
  /** The media type of the payload. */
  payloadType: typeof statementMediaType
  /** The statement as JSON, in base64. */
  payload: string
  /** Signatures of the payload with its type, as DSSE encodes both; none if the statement is unsigned. */
  signatures: ProofSignature[]
}

/** A statement about one commit of a run. */
export interface ProofStatement {
  /** The type of the statement. */
  _type: typeof statementType
  /** The commit, its tree, and the tree of its parent, in this order. */
  subject: [ProofSubject<'commit'>, ProofSubject<'tree'>, ProofSubject<'parent-tree'>]
  /** The type of the predicate. */
  predicateType: typeof proofPredicateType
  /** The facts about the commit. */
  predicate: ProofPredicate
}

/** A git object that a statement is about. */
export interface ProofSubject<Name extends string> {
  /** The role of the object. */
  name: Name
  /** Its id in git. */
  digest: { gitCommit: string } | { gitTree: string }
}

/** The facts about a commit: those that can be replayed, and claims. */
export interface ProofPredicate {
  /** The run that made the commit. */
  runId: string
  /**
   * The kind of the commit: of a phase; of the run itself (its plan, merges, report and ticks); or the only
   * commit of a run with `single`.
   */
  kind: 'phase' | 'run' | 'squash'
  /** The phase, if the commit belongs to one. */
  phase?: {
    /** Its id, as references write it. */
    id: string
    /** Its title. */
    title: string
  }
  /**
   * The SHA-256 of the plan's text that the run followed when it made the commit, in hex: of `plan.md` in the
   * run's folder below `docs/amelia`, where runs commit one.
   */
  plan: string
  /**
   * The SHA-256 of the payload of the run's statement before this one, in hex; null for the first. So
   * statements can be neither reordered nor left out.
   */
  previous: string | null
  /** The facts that a checkout of the commit shows again. */
  replay: ProofReplay
  /** The facts that nothing can replay. Absent if none is known. */
  claims?: ProofClaims
  /** Why the statement is unsigned. */
  unsigned?: string
}

/** The facts that a checkout shows again. */
export interface ProofReplay {
  /** Where the checks ran. */
  platform: ProofPlatform
  /** The commands that made a fresh checkout ready, in order. */
  setup: ProofSetup[]
  /** The tests that failed without their implementation. Absent if none had to. */
  red?: ProofRed
  /** The checks that passed on the commit, in order. */
  checks: ProofCheck[]
}

/** One run of a command on the commit's tree. */
export interface ProofCheck {
  /** The name of the check: `test`, `lint`, ... */
  name: string
  /** The program and its arguments. */
  argv: string[]
  /** The folder that it ran in, relative to the root, with `/`. Default: the root. */
  cwd?: string
  /** The exit code; null if the command was ended by a signal. */
  exitCode: number | null
  /** The duration, in milliseconds. */
  durationMs: number
  /** The changes of the tree before the command ran: tests that were left out. */
  overlays: TreeOverlay[]
  /** The results of single tests. Absent if the runner reports none. */
  tests?: ProofTests
}

/** Tests that failed without their implementation. */
export interface ProofRed {
  /** The tree that they ran on: the parent's, the one that the attempt began on, or the commit itself. */
  on: 'parent' | 'base' | 'commit'
  /** The commit that the attempt began on, if it is not the parent. */
  base?: string
  /** The test files of the commit that were put into that tree. */
  testFiles: string[]
  /** How clearly they show that the implementation is missing. */
  strength: RedStrength
  /** The command and its result. */
  run: ProofCheck
}

/** The facts that rest on the word of the engine and of those that it asked. */
export interface ProofClaims {
  /** The verdicts of the reviewers. */
  reviews?: { reviewer: string; verdict: string }[]
  /** The questions that were answered, and by whom. */
  answers?: { question: string; answer: string; by: string }[]
  /** The agent, its model and its version. */
  agent?: { name: string; model?: string; version?: string }
  /** The level of confinement of commands and agents; `off` also means that keys were readable. */
  confinement?: string
  /** How many attempts the phase needed. */
  attempts?: number
  /** The cost of the phase's sessions, in US dollars, if known. */
  costUsd?: number
  /** When the phase began, in ISO 8601. */
  startedAt?: string
  /** When its commit was made, in ISO 8601. */
  committedAt?: string
  /** The statements of the phases that a squash contains: the SHA-256 of each payload, in hex. */
  statements?: string[]
}
