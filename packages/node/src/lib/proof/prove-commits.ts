import { createHash } from 'node:crypto'
import { checkOptions } from '@amelia/core/plugin'
import pLimit from 'p-limit'
import { locateRepository, type Repository } from '../git/repository/locate-repository.ts'
import { checkChain } from './check/check-chain.ts'
import { checkSubjects } from './check/check-subjects.ts'
import { chooseCommits } from './check/choose-commits.ts'
import { findAllowedSigners } from './check/find-allowed-signers.ts'
import { findRange } from './check/find-range.ts'
import { judgeCommit, type JudgedStatement, worstVerdict } from './judge/judge-commit.ts'
import { treesOf } from './check/match-commit.ts'
import { orderStatements } from './check/order-statements.ts'
import { type SignatureResult, verifySignature } from './check/verify-signature.ts'
import { proofVerdicts, type ProofProblem, type ProofReport } from './proof-report.ts'
import { type ProveOptions, proveRules } from './prove-options.ts'
import { findProofRefs } from './read/find-proof-refs.ts'
import type { FoundStatement } from './read/parse-envelope.ts'
import { readProofs, type StoredProof } from './read/read-proofs.ts'
import { type CommitCase, replayCommits } from './judge/replay-commits.ts'

/**
 * Checks the statements about a range of commits from git alone: signatures, trees, order and coverage, and a
 * replay of red tests and checks on fresh checkouts.
 *
 * Everything in the statements is untrusted. Writes nothing to the repository. A replay runs the project's
 * commands, which are confined where the machine can; `replay: 'none'` runs only git and `ssh-keygen`.
 * Throws `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY` for a shallow clone, `OPTION_INVALID`, and
 * `PLATFORM_UNSUPPORTED` without `ssh-keygen` or where commands must be confined and cannot.
 */
export const proveCommits = async (options: ProveOptions = {}): Promise<ProofReport> => {
  checkOptions('proveCommits', options, proveRules)
  const { repo = '.', range = 'HEAD', refs: given = [], plan } = options
  const repository = await locateRepository(repo)
  const asked = await findRange(repository, range)
  const allowed = await findAllowedSigners(repository, options.allowedSigners)
  const { refs, ignored } = await findProofRefs(repository, given)
  const proofs = await readProofs(repository, refs)
  const known = new Set(asked.commits.flatMap(({ id, tree }) => [id, tree]))
  const used = [...proofs.values()].filter(({ statements }) =>
    statements.some((each) => known.has(treesOf(each).id) || known.has(treesOf(each).tree)),
  )
  const signatures = await verifyAll(used, allowed?.file)
  const orders = new Map(used.map(({ runId, statements }) => [runId, orderStatements(statements)]))
  const chains = new Map([...orders].map(([runId, { ordered }]) => [runId, ordered]))
  const rank = ({ place }: FoundStatement): number =>
    ['wrong', 'no', 'yes'].indexOf(signatures.get(place)?.signed ?? 'wrong')
  const { matched, from, chosen } = chooseCommits(asked, chains, rank)
  const runIds = new Set(matched.flatMap(({ statements }) => statements.map(runOf)))
  const notes = [
    ...describeRefs(refs.length, runIds.size, ignored),
    ...(allowed?.note === undefined ? [] : [allowed.note]),
    ...(allowed === undefined && runIds.size > 0 ? [noSigners] : []),
  ]
  const problems: ProofProblem[] = []
  const runs: ProofReport['runs'] = []
  for (const proof of used.filter(({ runId }) => runIds.has(runId))) {
    const { runId } = proof
    const { ordered, faults } = orders.get(runId)!
    const checked = await checkChain({
      ...{ chain: ordered, matched, isGiven: chosen === 'given' },
      isInHistory: (commit) => isInHistory(repository, commit, asked.to),
    })
    const plans = [...new Set(ordered.map(({ statement }) => statement.predicate.plan))]
    const messages = [
      ...proof.faults.map(({ place, reason }) => `${place}: ${reason}`),
      ...faults,
      ...checked.faults,
      ...comparePlan(plan, plans),
    ]
    problems.push(...messages.map((message) => ({ verdict: 'contradicted' as const, runId, message })))
    notes.push(...checked.notes.map((note) => `Run ${runId}: ${note}`))
    if (plans.length > 1) notes.push(`Run ${runId} followed ${plans.length} versions of its plan.`)
    runs.push({ runId, refs: proof.refs, statements: ordered.length, plans })
  }
  const cases: CommitCase[] = []
  for (const each of matched) {
    const statements: JudgedStatement[] = []
    for (const found of each.statements)
      statements.push({
        found,
        signature: signatures.get(found.place)!,
        faults: await checkSubjects(repository, each, found),
      })
    cases.push({ matched: each, statements })
  }
  const byCommit = new Map(used.flatMap(({ statements }) => statements.map((one) => [treesOf(one).id, one])))
  const replay = await replayCommits({ ...options, repository, to: asked.to, cases, byCommit })
  const commits = cases.map(({ matched: each, statements }) => judgeCommit(each, statements))
  const ofPhases = commits.flatMap(({ statements, ...rest }) =>
    statements.filter(({ statement }) => statement.predicate.phase).map(() => rest),
  )
  return {
    verdict: worstVerdict([...commits, ...problems].map(({ verdict }) => verdict)),
    ...{ from, to: asked.to, chosen, commits, problems },
    counts: Object.fromEntries(
      proofVerdicts.map((verdict) => [verdict, commits.filter((each) => each.verdict === verdict).length]),
    ) as ProofReport['counts'],
    phases: {
      total: ofPhases.length,
      signed: ofPhases.filter(({ signed }) => signed).length,
      proven: ofPhases.filter(({ verdict }) => verdict === 'proven').length,
    },
    runs,
    ...(replay && { replay }),
    notes,
  }
}

const noSigners =
  'No file of allowed signers is set, so no signature is trusted. Set one: git config gpg.ssh.allowedSignersFile FILE'

const runOf = ({ statement }: FoundStatement): string => statement.predicate.runId

/** Checks the signatures of all statements, a few at the same time. */
const verifyAll = async (
  proofs: readonly StoredProof[],
  allowed: string | undefined,
): Promise<Map<string, SignatureResult>> => {
  const limit = pLimit(4)
  const found = proofs.flatMap(({ statements }) => statements)
  const results = await Promise.all(found.map((each) => limit(() => verifySignature(each, allowed))))
  return new Map(found.map(({ place }, index) => [place, results[index]!]))
}

const describeRefs = (refs: number, runs: number, ignored: number): string[] => [
  ...(refs === 0 ? ['No statements are in this clone.'] : []),
  ...(refs > 0 && runs === 0 ? ['No statement is about these commits.'] : []),
  ...(ignored > 0 ? [`${ignored} more references to statements were not read.`] : []),
]

const isInHistory = async ({ git, objects }: Repository, commit: string, tip: string): Promise<boolean> => {
  if ((await objects.find(`${commit}^{commit}`)) === null) return false
  const args = ['merge-base', '--is-ancestor', '--end-of-options', commit, tip]
  return (await git(args, { accept: [0, 1] })).exitCode === 0
}

const comparePlan = (plan: string | undefined, plans: readonly string[]): string[] => {
  if (plan === undefined) return []
  const digest = createHash('sha256').update(plan).digest('hex')
  return plans.at(-1) === digest ? [] : ['The run did not follow this text of the plan.']
}
