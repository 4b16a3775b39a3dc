import type { Clock } from './clock.ts'
import type { CommandRunnerV1 } from './command-runner.ts'
import type { GitBackendV1 } from './git-backend.ts'
import type { RunStoreV1 } from './run-store.ts'

/** The levels of confinement, and the networks of confined processes. */
export const confineModes = {
  level: ['auto', 'files', 'required', 'off'],
  network: ['host', 'none'],
} as const
for (const modes of [confineModes, ...Object.values(confineModes)]) Object.freeze(modes)

/** How strictly processes are confined. */
export type ConfineLevel = (typeof confineModes)['level'][number]

/** Whether a host confines the processes of a run. */
export interface HostConfinement {
  /**
   * `auto`: wherever the machine can. `files`: a run that the machine cannot confine does not start before a
   * person turns this off. `required`: it never starts. `off`: processes are not confined.
   */
  level: ConfineLevel
  /** Whether processes are confined. */
  on: boolean
  /** For people: the program that confines, or the reason why none does. */
  detail: string
  /** How to make it work, where it does not. */
  remedy?: string
}

/** The machine that checks ran on. */
export interface ProofPlatform {
  /** The version of Node.js, without `v`. */
  node?: string
  /** The operating system and its processor: `linux x64`. */
  os?: string
}

/** A file of a tree. */
export interface ProofFile {
  /** Relative to the root, with `/`. */
  path: string
  /** The SHA-256 of its content, in hex. */
  sha256: string
}

/** A command of the set-up. */
export interface ProofSetup {
  /** The program and its arguments. */
  argv: string[]
  /** The lockfiles of the commit at that time. */
  lockfiles: ProofFile[]
}

/** A signature by the SSH key that git signs with. */
export interface ProofSignature {
  /** The fingerprint of the key (`SHA256:...`). */
  keyid: string
  /** The armoured SSH signature of namespace `amelia-proof`, in base64. */
  sig: string
}

/** The part of a host that statements about commits need. Without it, statements are unsigned. */
export interface HostProof {
  /** The machine that runs the checks. */
  platform: ProofPlatform
  /** The commands that make a workspace of a commit ready, in order. Absent if there are none. */
  readSetup?(commit: string): Promise<ProofSetup[]>
  /**
   * Signs the payload of a statement as DSSE encodes it with its type, or returns why that is not possible. A
   * failure or an abort of the signal leaves the statement unsigned, and stops nothing. Absent if there is no
   * key.
   */
  sign?(payload: string, options: { signal: AbortSignal }): Promise<ProofSignature | { unsigned: string }>
}

/** The bundle of adapters that a run lives on. */
export interface Host {
  /** The repository that the run works on. */
  git: GitBackendV1
  /** The store of the run's journal. */
  store: RunStoreV1
  /** Absent where no process can be started: a command step is a blocker there. */
  commands?: CommandRunnerV1
  /** The time of events, waits and limits. Tests pass a manual clock. */
  clock: Clock
  /** Names the machine. A session of a driver with `resume: 'machine'` continues only on the same one. */
  machine?: string
  /** Whether the processes of a run are confined. Absent for a host that does not know. */
  readonly confinement?: HostConfinement | undefined
  /** Facts and signatures of the run's statements. */
  readonly proof?: HostProof
  /** A short text that no earlier call gave, of `[a-z0-9]`: it becomes part of ids and references. */
  uniqueId(): string
}
