import type { ProofEnvelope, ProofStatement } from '@amelia/core/plugin'

/** The verdicts about a commit, from the best to the worst. */
export const proofVerdicts = ['proven', 'claimed', 'uncovered', 'not-reproducible', 'contradicted'] as const

/**
 * The verdict about a commit.
 *
 * `proven`: a trusted key signed its statement, and a replay of everything in it that can be replayed had the
 * recorded results. `claimed`: nothing contradicts its statement, but it is unsigned or was not replayed.
 * `uncovered`: it has no statement. `not-reproducible`: a replay had other results, which the machine may
 * explain. `contradicted`: the statement is not true, or somebody changed it.
 */
export type ProofVerdict = (typeof proofVerdicts)[number]

/** A command that was run again, compared with its statement. */
export interface ReplayedCheck {
  /** The name of the check; `red` for the tests without their implementation. */
  name: string
  /** The program and its arguments. */
  argv: string[]
  /** `same`: the recorded result. `flaky`: some of three runs had it. `differs`: none had it. */
  result: 'same' | 'flaky' | 'differs'
  /** How the result differs from the recorded one. Absent if it does not. */
  difference?: string
  /** The duration of all its runs, in milliseconds. */
  durationMs: number
}

/** A statement, and the envelope that contains it. */
export interface CommitStatement {
  /** The reference and the path of the envelope. */
  place: string
  /** The SHA-256 of the payload, in hex. */
  digest: string
  /** The envelope as it is stored. */
  envelope: ProofEnvelope
  /** The content of the payload. It is untrusted, like each text in it. */
  statement: ProofStatement
}

/** The verdict about one commit of the range. */
export interface ProvenCommit {
  /** The id of the commit. */
  commit: string
  /** The first line of its message. It is untrusted: show it without control characters. */
  subject: string
  /** The verdict. */
  verdict: ProofVerdict
  /** The reasons for a verdict other than `proven`, and remarks, as sentences without a full stop. */
  reasons: string[]
  /** Whether a trusted key signed its statements. */
  signed: boolean
  /** The signers of its statements, as the file of allowed signers names them. */
  signedBy?: string
  /**
   * Why the statement is this commit's: it names its id, or only its tree and that of its parent, as after a
   * rebase or a squash. Absent without a statement.
   */
  match?: 'commit' | 'tree'
  /** The statements of the commit: several if they were squashed. */
  statements: CommitStatement[]
  /** The commands that were run again. */
  replayed: ReplayedCheck[]
}

/** A problem of a run's statements as a whole. */
export interface ProofProblem {
  /** The verdict that the proof has because of it. */
  verdict: Extract<ProofVerdict, 'contradicted'>
  /** The run. */
  runId: string
  /** The problem, as a sentence. */
  message: string
}

/** The result of checking the statements of a range of commits. */
export interface ProofReport {
  /** The worst verdict. */
  verdict: ProofVerdict
  /** The commit before the range; null if the range begins with the first commit. */
  from: string | null
  /** The last commit of the range. */
  to: string
  /** How the beginning of the range was chosen: as given, or by the oldest statement. */
  chosen: 'given' | 'oldest-statement' | 'last-commit'
  /** The commits of the range along first parents, oldest first. */
  commits: ProvenCommit[]
  /** The problems of whole runs. */
  problems: ProofProblem[]
  /** How many commits have each verdict. */
  counts: Record<ProofVerdict, number>
  /** How many phases the statements name, and how many of them are signed and proven. */
  phases: { total: number; signed: number; proven: number }
  /** The runs whose statements were used. */
  runs: {
    /** The run. */
    runId: string
    /** The references to its statements. */
    refs: string[]
    /** The number of its statements. */
    statements: number
    /** The SHA-256 of each plan that it followed, in order, in hex. */
    plans: string[]
  }[]
  /** The replay. Absent if only signatures were checked. */
  replay?: {
    /** The seed that chose the sample. Absent if everything was replayed. */
    seed?: string
    /** The number of statements that were replayed. */
    statements: number
    /** Whether commands were confined, as a sentence of a run's check. */
    confined: boolean
    /** The set-ups: their commands, and how they were chosen. */
    setups: string[][]
    /**
     * The files that commands put into caches that were empty before, so that they came from the network.
     * Absent where that is not known, because processes are not confined.
     */
    fetched?: { files: number; bytes: number }
  }
  /** Remarks on the range, the keys and the references, as sentences. */
  notes: string[]
}
