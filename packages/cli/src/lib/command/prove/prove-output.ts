import type { CommitStatement, ProofReport, ProvenCommit } from '@amelia/node'
import type { ProofLevel } from './prove-flags.ts'

/** The object that `amelia prove --json` prints. */
export interface ProveOutput extends Omit<ProofReport, 'commits'> {
  /** The least verdict that each commit needs. */
  required: ProofLevel
  /** Whether each commit has it, and no problem contradicts the proof. The exit code is then 0. */
  ok: boolean
  /** The commits of the range along first parents, oldest first. */
  commits: (Omit<ProvenCommit, 'statements'> & {
    /** The statements of the commit: several if they were squashed. */
    statements: Omit<CommitStatement, 'envelope'>[]
  })[]
}

/** Composes the output. */
export const composeOutput = (report: ProofReport, required: ProofLevel): ProveOutput => {
  const { commits, ...rest } = report
  return {
    ok: isEnough(report, required),
    required,
    ...rest,
    commits: commits.map(({ statements, ...commit }) => ({
      ...commit,
      statements: statements.map(({ place, digest, statement }) => ({ place, digest, statement })),
    })),
  }
}

/** Whether each commit has the required verdict. */
export const isEnough = ({ commits, problems }: ProofReport, required: ProofLevel): boolean =>
  problems.length === 0 &&
  commits.every(
    ({ verdict, signed }) =>
      verdict === 'proven' ||
      (verdict === 'claimed' && (required === 'claimed' || (required === 'signed' && signed))),
  )
