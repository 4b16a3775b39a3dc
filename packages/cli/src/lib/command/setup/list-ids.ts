import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findCommonFolder } from '../../stored/common-folder.ts'

/** A word that can complete a command line. */
export interface Completion {
  value: string
  about: string
}

/** The kinds of ids on a command line. A planned phase is one of the plan file that is named. */
export type IdKind = 'run' | 'phase' | 'gate' | 'planned phase'

/** The words that choose among the ids. */
export interface IdQuestion {
  repo: string
  /** The run that is named, or the start of its id. */
  run: string | undefined
  /** The file of the plan that is named. */
  plan: string | undefined
}

/** The newest runs that are completed, at most. */
const mostRuns = 50

/** Lists ids that complete a word, none if something is missing. Loads a run only for the ids in it. */
export const listIds = async (kind: IdKind, question: IdQuestion): Promise<Completion[]> => {
  try {
    switch (kind) {
      case 'run':
        return (await runsOf(question.repo)).map((value) => ({ value, about: '' }))
      case 'phase':
      case 'gate':
        return await idsOfRun(kind, question)
      case 'planned phase':
        return await idsOfPlan(question.plan ?? '')
    }
  } catch {
    return []
  }
}

/** The names of the folders of runs, newest first. No journal is read. */
const runsOf = async (repo: string): Promise<string[]> => {
  const folder = await findCommonFolder(repo)
  if (folder === undefined) return []
  const names = await readdir(join(folder, 'amelia', 'runs'))
  return names
    .filter((name) => /^\d/.test(name))
    .sort()
    .reverse()
    .slice(0, mostRuns)
}

const idsOfRun = async (kind: 'phase' | 'gate', { repo, run = '' }: IdQuestion): Promise<Completion[]> => {
  const [{ readRun }, { nodeHost }] = await Promise.all([import('@amelia/core'), import('@amelia/node')])
  const { chooseRun } = await import('../../stored/find-run.ts')
  const { withoutSaved } = await import('../../stored/without-saved.ts')
  const { store, clock } = nodeHost({ repo })
  const { runId } = chooseRun(
    (await runsOf(repo)).map((id) => ({ runId: id })),
    run,
  )
  const found = await readRun({ store, runId, now: clock.now() })
  return kind === 'phase'
    ? found.report.phases.map(({ id, title, status }) => ({
        value: id,
        about: lineOf(`${title} (${status})`),
      }))
    : withoutSaved(found).gates.map(({ id, question }) => ({ value: id, about: lineOf(question) }))
}

const idsOfPlan = async (path: string): Promise<Completion[]> => {
  const { readPlanFile } = await import('../../document/read-plan-file.ts')
  const { check } = await readPlanFile(path, {})
  return (check.plan?.phases ?? []).map(({ id, title }) => ({ value: id, about: lineOf(title) }))
}

/** Text of a plan as one short line. */
const lineOf = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 60)
