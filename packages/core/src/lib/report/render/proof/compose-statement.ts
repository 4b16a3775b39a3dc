import type { CheckResult } from '../../../contract/check-result.ts'
import type { CheckedFacts } from '../../../event/checked-facts.ts'
import type { FrozenPhase, FrozenRun } from '../../../machine/state/frozen-run.ts'
import type { GateAnswer } from '../../../event/gate-view.ts'
import { didRun } from '../../../policy/evidence/judge-exit.ts'
import { isoTime } from '../../iso-time.ts'
import {
  type ProofCheck,
  type ProofClaims,
  type ProofPredicate,
  proofPredicateType,
  type ProofRed,
  type ProofStatement,
  statementType,
} from './proof-statement.ts'

/** A commit of the run. Without a phase it is the run's own: `run`, or the only one that people get. */
export interface StatedCommit {
  kind: ProofPredicate['kind']
  phaseId?: string
  commit: string
  tree: string
  /** The commit before it. */
  parent: string
  parentTree: string
  /** The digest of the plan's text, without secrets. */
  plan: string
  /** Milliseconds since 1970. */
  at: number
  /** Whether the last checks of the run saw this tree, apart from its report. */
  isVerified?: boolean
}

/** States the facts about a commit. `previous`: the digest of the run's last statement. */
export const composeStatement = (
  { state, redact }: { state: FrozenRun; redact: (text: string) => string },
  stated: StatedCommit,
  previous: string | null,
): ProofStatement => {
  const { kind, phaseId, commit, tree, parent, parentTree, isVerified = false } = stated
  const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId)!]
  const { attempt } = phase ?? {}
  const checked = attempt ?? (isVerified ? lastChecked(state) : { checks: [], facts: undefined })
  const { facts } = checked
  const red = attempt && readRed(attempt, parent)
  const claims = phase ? claimsOfPhase(state, phase) : claimsOfRun(state, kind)
  return {
    _type: statementType,
    subject: [
      { name: 'commit', digest: { gitCommit: commit } },
      { name: 'tree', digest: { gitTree: tree } },
      { name: 'parent-tree', digest: { gitTree: parentTree } },
    ],
    predicateType: proofPredicateType,
    predicate: {
      runId: state.runId,
      kind,
      ...(phase && { phase: { id: phase.id, title: redact(phase.planned.title) } }),
      plan: stated.plan,
      previous,
      replay: {
        platform: facts?.platform ?? {},
        setup: [...(facts?.setup ?? [])],
        ...(red && { red }),
        checks: readChecks(checked.checks, facts),
      },
      claims: { ...claims, committedAt: isoTime(stated.at) },
    },
  }
}

/** Returns the verification of the head: of the final result, or else of its last phase. */
const lastChecked = ({
  ending,
  head,
  integrated,
  phases,
}: FrozenRun): Pick<FrozenPhase['attempt'], 'checks' | 'facts'> =>
  (ending.verifiedHead === head ? undefined : phases[integrated.at(-1) ?? -1]?.attempt) ?? {
    checks: ending.checks,
    facts: ending.facts,
  }

/** Lists the checks that passed on the commit. Journals of earlier versions have no facts about them. */
const readChecks = (results: readonly CheckResult[], facts: CheckedFacts | undefined): ProofCheck[] =>
  results.flatMap(({ name, argv, exitCode, durationMs, passed }) => {
    const known = facts?.checks.find((each) => each.name === name)
    if (!passed || exitCode === null || !(facts ? known : didRun(exitCode))) return []
    const { cwd, overlays = [], tests } = known ?? {}
    return [
      {
        ...{ name, argv, ...(cwd !== undefined && { cwd }), exitCode, durationMs },
        ...{ overlays, ...(tests && { tests }) },
      },
    ]
  })

const readRed = (
  { evidence, facts, base }: Pick<FrozenPhase['attempt'], 'evidence' | 'facts' | 'base'>,
  parent: string,
): ProofRed | undefined => {
  const shown = evidence?.red ?? evidence?.debt
  if (!shown || !facts?.red) return undefined
  const { on, overlays = [], name, argv, exitCode, durationMs, tests } = facts.red
  const isParent = on === 'base' && base === parent
  return {
    ...(isParent ? { on: 'parent' } : on === 'base' ? { on, base } : { on }),
    testFiles: [...shown.testFiles],
    strength: shown.strength,
    run: { name, argv, exitCode, durationMs, overlays, ...(tests && { tests }) },
  }
}

const claimsOfPhase = (
  state: FrozenRun,
  { id, attempt, answers, spent, startedAt }: FrozenPhase,
): ProofClaims => {
  const session = [...state.budget.charges.values()]
    .filter(({ phaseId, role }) => phaseId === id && role === 'developer')
    .at(-1)
  const { opinions } = attempt
  return {
    ...(opinions.length > 0 && { reviews: opinions.map((each) => ({ ...each })) }),
    ...answersOf(answers),
    ...(session && {
      agent: { name: session.driver, ...(session.model !== undefined && { model: session.model }) },
    }),
    ...confinementOf(state),
    attempts: attempt.number,
    ...(spent.usd !== null && spent.sessions > 0 && { costUsd: spent.usd }),
    ...(startedAt !== undefined && { startedAt: isoTime(startedAt) }),
  }
}

const claimsOfRun = (state: FrozenRun, kind: StatedCommit['kind']): ProofClaims => {
  const statements = state.integrated.flatMap(
    (index) => state.phases[index]?.integrated?.statement?.digest ?? [],
  )
  return {
    ...answersOf(state.ending.answers),
    ...confinementOf(state),
    startedAt: isoTime(state.startedAt),
    ...(kind === 'squash' && { statements }),
  }
}

/** The journal does not say whether a person answered, or a function of the run's caller. */
const answersOf = (answers: readonly GateAnswer[]): Pick<ProofClaims, 'answers'> =>
  answers.length === 0
    ? {}
    : {
        answers: answers.map(({ question, choice: answer }) => ({
          question,
          answer,
          by: 'person or caller',
        })),
      }

const confinementOf = ({ settings: { confinement } }: FrozenRun): Pick<ProofClaims, 'confinement'> =>
  confinement ? { confinement: confinement.on ? confinement.level : 'off' } : {}
