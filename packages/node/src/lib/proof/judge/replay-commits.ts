import { randomBytes } from 'node:crypto'
import { describeConfinement } from '../../confine/confine-workspaces.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import type { JudgedStatement } from './judge-commit.ts'
import { type MatchedCommit, treesOf } from '../check/match-commit.ts'
import type { ProofReport } from '../proof-report.ts'
import type { ProveOptions } from '../prove-options.ts'
import type { FoundStatement } from '../read/parse-envelope.ts'
import { chooseSample } from '../replay/choose-sample.ts'
import { openCheckouts } from '../replay/open-checkouts.ts'
import { replayStatement } from '../replay/replay-statement.ts'

/** A commit and its statements. */
export interface CommitCase {
  matched: MatchedCommit
  statements: JudgedStatement[]
}

/** The replay of a range. */
interface ReplayCase extends Omit<ProveOptions, 'repo' | 'range'> {
  repository: Repository
  to: string
  cases: readonly CommitCase[]
  /** All statements, by the id of their commit. */
  byCommit: ReadonlyMap<string, FoundStatement>
}

/**
 * Replays the statements of commits, and adds the results to them. A statement that was changed, or that is
 * not of its commit, is not replayed; neither is an unsigned one where nothing confines its commands.
 */
export const replayCommits = async ({
  repository,
  to,
  cases,
  byCommit,
  replay = 'all',
  confine = {},
  passEnv = [],
  limitMs = 1_200_000,
  signal = new AbortController().signal,
  ...options
}: ReplayCase): Promise<ProofReport['replay']> => {
  const statements = cases.flatMap(({ statements }) => statements)
  if (replay === 'none') {
    for (const each of statements) each.skipped = 'not replayed'
    return undefined
  }
  const { on } = describeConfinement(confine)
  const able = statements.filter((each) => {
    if (each.faults.length > 0 || each.signature.signed === 'wrong') return false
    if (on || each.signature.signed === 'yes') return hasCommands(each)
    each.skipped = 'not replayed: it is unsigned, and nothing confines its commands on this machine'
    return false
  })
  const seed = options.seed ?? randomBytes(8).toString('hex')
  const chosen =
    replay === 'all'
      ? new Set(able)
      : chooseSample(able, { count: replay, seed }, ({ found }) => found.digest)
  for (const each of able) if (!chosen.has(each)) each.skipped = 'not in the sample'
  const setups = new Map<string, string[][]>()
  const report = { statements: chosen.size, confined: on, ...(replay !== 'all' && { seed }) }
  if (chosen.size === 0) return { ...report, setups: [] }
  const commits = await listCommits(repository, cases)
  const checkouts = await openCheckouts(repository, { to, commits }, { confine, passEnv })
  const resolve = async (id: string): Promise<string | undefined> => {
    if (await checkouts.has(id)) return id
    const known = byCommit.get(id)
    const tree = known && treesOf(known).tree
    return tree !== undefined && (await checkouts.has(tree)) ? tree : undefined
  }
  try {
    for (const { matched, statements } of cases)
      for (const each of statements.filter((one) => chosen.has(one))) {
        const { tree, parentTree } = treesOf(each.found)
        const at = matched.commit.parents[0] ?? matched.commit.id
        each.replayed = await replayStatement(
          each.found.statement,
          { at, trees: { tree, parentTree, resolve } },
          {
            ...{ checkouts, limitMs, signal },
            ...(options.setup && { setup: options.setup }),
            ...(options.onStep && { onStep: options.onStep }),
          },
        )
        const isSame = each.replayed.checks.every(({ result }) => result === 'same')
        each.elsewhere =
          describePlatform(each.found) ?? (isSame ? undefined : await checkouts.lacks(matched.commit.id))
        const { setup } = each.replayed
        if (setup.length > 0) setups.set(JSON.stringify(setup), setup)
      }
    const fetched = await checkouts.fetched()
    const replayed = [...chosen].filter((one) => one.replayed && one.replayed.missing === undefined)
    return {
      ...report,
      statements: replayed.length,
      setups: [...setups.values()].flat(),
      ...(fetched && { fetched }),
    }
  } finally {
    await checkouts.close()
  }
}

const hasCommands = ({ found }: JudgedStatement): boolean => {
  const { red, checks } = found.statement.predicate.replay
  return red !== undefined || checks.length > 0
}

/** Lists the commits whose files a replay uses: each, the one before it, and the base of its red tests. */
const listCommits = async ({ objects }: Repository, cases: readonly CommitCase[]): Promise<string[]> => {
  const ids = new Set<string>()
  for (const { matched, statements } of cases) {
    const { id, parents } = matched.commit
    const named = statements.flatMap(({ found }) => [
      ...Object.values(treesOf(found)),
      found.statement.predicate.replay.red?.base ?? id,
    ])
    for (const each of [id, ...parents.slice(0, 1), ...named])
      if ((await objects.find(`${each}^{tree}`)) !== null) ids.add(each)
  }
  return [...ids]
}

/** Describes how this machine differs from the one of the run; undefined if it does not. */
const describePlatform = ({ statement }: FoundStatement): string | undefined => {
  const { node, os } = statement.predicate.replay.platform
  const here = `${process.platform} ${process.arch}`
  if (os !== undefined && os !== here) return `the run was on ${os}, this is ${here}`
  if (node !== undefined && node.split('.')[0] !== process.versions.node.split('.')[0])
    return `the run used Node.js ${node}, this is ${process.versions.node}`
  return undefined
}
