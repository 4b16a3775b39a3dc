import { type ProofVerdict, proofVerdicts, type ProvenCommit, type ReplayedCheck } from '../proof-report.ts'
import type { Replayed } from '../replay/replay-statement.ts'
import type { FoundStatement } from '../read/parse-envelope.ts'
import { nameStatement } from '../check/order-statements.ts'
import type { MatchedCommit } from '../check/match-commit.ts'
import type { SignatureResult } from '../check/verify-signature.ts'

/** All that is known about a statement of a commit. */
export interface JudgedStatement {
  found: FoundStatement
  signature: SignatureResult
  /** Facts of git that contradict it, as parts of sentences. */
  faults: string[]
  /** Absent if it was not replayed. */
  replayed?: Replayed | undefined
  /** Why it was not replayed. */
  skipped?: string | undefined
  /** The machine differs from the one of the run, which may explain other results. */
  elsewhere?: string | undefined
}

/** Returns the worse of several verdicts; `proven` for none. */
export const worstVerdict = (verdicts: readonly ProofVerdict[]): ProofVerdict =>
  proofVerdicts[Math.max(0, ...verdicts.map((each) => proofVerdicts.indexOf(each)))]!

/** Judges a commit by its statements. */
export const judgeCommit = (
  { commit, match }: MatchedCommit,
  statements: readonly JudgedStatement[],
): ProvenCommit => {
  const judged = statements.map(judgeStatement)
  const { id, subject } = commit
  const trusted = statements.flatMap(({ signature }) => (signature.signed === 'yes' ? [signature.by] : []))
  const signed = statements.length > 0 && trusted.length === statements.length
  const remarks =
    match === 'tree'
      ? [
          `rewritten after the run: its tree and its parent's are those of ${statements.length === 1 ? 'the statement' : `${statements.length} statements`}`,
        ]
      : []
  return {
    commit: id,
    subject,
    verdict: match === undefined ? 'uncovered' : worstVerdict(judged.map(({ verdict }) => verdict)),
    reasons:
      match === undefined
        ? ['it has no statement']
        : [
            ...judged.flatMap(({ reasons }, index) =>
              reasons.map((reason) =>
                statements.length === 1 ? reason : `${nameStatement(statements[index]!.found)}: ${reason}`,
              ),
            ),
            ...remarks,
          ],
    signed,
    ...(signed && { signedBy: [...new Set(trusted)].join(', ') }),
    ...(match !== undefined && { match }),
    statements: statements.map(({ found: { place, digest, envelope, statement } }) => ({
      ...{ place, digest, envelope, statement },
    })),
    replayed: statements.flatMap(({ replayed }) => replayed?.checks ?? []),
  }
}

const judgeStatement = ({
  found,
  signature,
  faults,
  replayed,
  skipped,
  elsewhere,
}: JudgedStatement): { verdict: ProofVerdict; reasons: string[] } => {
  const verdicts: ProofVerdict[] = []
  const reasons: string[] = []
  const add = (verdict: ProofVerdict, ...why: string[]): void => {
    verdicts.push(verdict)
    reasons.push(...why)
  }
  if (faults.length > 0) add('contradicted', ...faults)
  if (signature.signed === 'wrong') add('contradicted', signature.reason)
  if (signature.signed === 'no') add('claimed', signature.reason)
  const { predicate } = found.statement
  const isEmpty = predicate.replay.checks.length === 0 && predicate.replay.red === undefined
  if (isEmpty && predicate.kind !== 'run') add('claimed', 'no check ran, so nothing can be replayed')
  if (skipped !== undefined && !isEmpty) add('claimed', skipped)
  if (replayed?.missing !== undefined)
    add('claimed', `not replayed: it names ${replayed.missing.slice(0, 10)}, which this branch does not have`)
  if (replayed?.problem !== undefined) add('not-reproducible', replayed.problem)
  for (const check of replayed?.checks ?? []) {
    if (check.result === 'same') continue
    const { verdict, reason } = judgeCheck(check, elsewhere)
    add(verdict, reason)
  }
  return { verdict: worstVerdict(verdicts), reasons }
}

/** A command that is not installed, or ran on another platform, contradicts nothing. */
const judgeCheck = (
  { name, result, difference = '' }: ReplayedCheck,
  elsewhere: string | undefined,
): { verdict: ProofVerdict; reason: string } => {
  const shown = `${name}: ${difference}`
  if (result === 'flaky')
    return { verdict: 'not-reproducible', reason: `${shown}, but not in each of three runs` }
  if (/^(?:did not end|exited with 12[67]) /.test(difference))
    return { verdict: 'not-reproducible', reason: shown }
  if (difference.startsWith('red not reproduced')) return { verdict: 'contradicted', reason: difference }
  return elsewhere === undefined
    ? { verdict: 'contradicted', reason: shown }
    : { verdict: 'not-reproducible', reason: `${shown} (${elsewhere})` }
}
