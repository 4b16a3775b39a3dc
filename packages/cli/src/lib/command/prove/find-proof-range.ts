import type { ProofReport } from '@amelia/node'
import { type FoundRun, findRun } from '../../stored/find-run.ts'
import { typedCommand } from '../../setting/typed-command.ts'
import { openHost } from '../../stored/open-host.ts'
import { readBase, whereMerged } from '../../stored/read-base.ts'
import { tryCommand } from '../../stored/try-command.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** The command that fetches the statements of a branch. */
const fetchCommand = "git fetch origin 'refs/amelia/proof/*:refs/amelia/proof/*'"

/**
 * Finds the commits that an argument of `amelia prove` names. A name of git is returned as it is; the id of a
 * run, or its start, becomes the branch of the run, or its last commit if the branch was deleted.
 *
 * Throws a usage error if several runs start with it.
 */
export const findProofRange = async (terminal: Terminal, repo: string, wanted: string): Promise<string> => {
  if (wanted.includes('..') || (await findCommit(repo, wanted)) !== undefined) return wanted
  const { store, clock } = await openHost({ repo })
  const runs = await store.list()
  if (!runs.some(({ runId }) => runId.startsWith(wanted))) return wanted
  const { target, head } = await readPlace(repo, await findRun(terminal, { store, clock, wanted }))
  return (await findCommit(repo, target)) === undefined ? head : target
}

/**
 * Names the next command if the last commit has no statement: for a proof of HEAD, the proof of the newest
 * run with statements, or else the command that fetches statements.
 */
export const adviseOnProof = async (
  repo: string,
  { commits, runs }: ProofReport,
  range: string | undefined,
): Promise<string[]> => {
  if (commits.at(-1)?.match !== undefined) return []
  const runId = range === undefined ? await findNewest(repo) : undefined
  if (runId !== undefined && !runs.some((run) => run.runId === runId))
    return [`HEAD has no statement. To prove the newest run: ${typedCommand(['prove', runId], { repo })}`]
  return runs.length === 0 ? [`If the statements are missing, fetch them: ${fetchCommand}`] : []
}

/** Finds the newest run of this repository that has statements. */
const findNewest = async (repo: string): Promise<string | undefined> => {
  const refs = await tryCommand('git', ['for-each-ref', '--format=%(refname)', 'refs/amelia/*/proof'], repo)
  const names = new Set(refs?.split('\n'))
  const { store } = await openHost({ repo })
  return (await store.list()).find(({ runId }) => names.has(`refs/amelia/${runId}/proof`))?.runId
}

const readPlace = async (
  repo: string,
  { runId, report }: FoundRun,
): Promise<{ target: string; head: string }> => whereMerged(report, await readBase(repo, runId))

const findCommit = (repo: string, name: string): Promise<string | undefined> =>
  tryCommand('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], repo)
