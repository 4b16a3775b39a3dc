import type { UnfinishedEnd } from '../../machine/state/recording.ts'
import type { PlanTicks } from '../../event/change/plan-ticks.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { buildReport } from '../../report/build-report.ts'
import { renderRecords } from '../../report/render-records.ts'
import type { Performer } from '../performer.ts'
import { runMessage, squashMessage } from '../message/run-message.ts'
import { inspectTarget } from './inspect-target.ts'
import { tickFiles } from './tick-files.ts'

export interface RunEnd {
  /** The run's last commit. */
  commit: string
  /** The commit that the target gets. */
  published: string
  /** Whether it contains commits of other people. */
  merged: boolean
  updates: RefUpdate[]
  note?: string
  ticks?: PlanTicks[]
}

/** Creates the run's last commits and returns the ref updates that publish them. */
export const composeEnd = async (performer: Performer, head: string): Promise<RunEnd> => {
  const { state } = performer
  const names = refNames(state.runId)
  const made = await composeReport(performer, head)
  const { commit } = made
  const own = moveHead(performer, head, commit)
  if (state.settings.publish === 'message-only')
    return { ...made, published: commit, merged: false, updates: own }

  const found = await inspectTarget(performer, head)
  if ('note' in found) return { ...made, published: commit, merged: false, updates: own, note: found.note }
  if ('rewritten' in found)
    throw new AmeliaError(
      'REF_MOVED',
      `${state.target.ref} was moved by someone else, and does not contain the commits of the run. Merge ${names.head} by hand.`,
      { refs: [state.target.ref] },
    )
  if (state.settings.publish === 'phase') {
    const isOurs = found.value === state.target.commit || found.value === head
    if (!isOurs && commit !== head) {
      // Someone has built on the published commits: the report does not justify moving that.
      const branch = state.target.ref.replace('refs/heads/', '')
      const note = `${branch} has newer commits of someone else, so only the run's report is missing there. To add it, merge ${names.head} into ${branch}.`
      return { ...made, published: head, merged: false, updates: own, note }
    }
    const target: RefUpdate[] =
      isOurs && found.value !== commit ? [{ ref: state.target.ref, new: commit, old: found.value }] : []
    return { ...made, published: commit, merged: false, updates: [...own, ...target] }
  }
  const parent = found.value ?? state.base
  if (
    parent !== state.base &&
    parent === state.target.commit &&
    (await hasSameTree(performer, parent, commit))
  )
    return { ...made, published: parent, merged: false, updates: own }
  const published = await composeSquash(performer, commit, parent)
  const squash = (end: Report, squashed: string): RunEnd => ({
    ...end,
    published: squashed,
    merged: parent !== state.base,
    updates: [
      ...moveHead(performer, head, end.commit),
      { ref: state.target.ref, new: squashed, old: found.value },
    ],
  })
  if (typeof published === 'string') return squash(made, published)
  // The plan was edited on the target since, and its marks are not worth a conflict.
  const isOfPlan = published.every((path) => state.plan.paths?.includes(path))
  const plain = isOfPlan && made.ticks ? await composeReport(performer, head, { except: edited }) : made
  const again = plain === made ? published : await composeSquash(performer, plain.commit, parent)
  if (typeof again === 'string') return squash(plain, again)
  throw new AmeliaError(
    'REF_MOVED',
    `${state.target.ref} has new changes that conflict with the run: ${again.join(', ')}. Merge ${refNames(state.runId).head} by hand.`,
    { refs: [state.target.ref] },
  )
}

const edited = 'The file was changed on the target branch since the run began.'

const moveHead = ({ state }: Performer, head: string, commit: string): RefUpdate[] =>
  commit === head ? [] : [{ ref: refNames(state.runId).head, new: commit, old: state.headRef }]

/**
 * Commits the report of a run that ends unfinished to its head and its target. Does nothing if the target
 * differs from the published commit or cannot move, because the head must not get ahead of a target that
 * people build on.
 */
export const composeRecord = async (
  performer: Performer,
  head: string,
  ending: UnfinishedEnd,
): Promise<RunEnd> => {
  const {
    headRef,
    runId,
    target: { ref: target, commit: targetCommit },
  } = performer.state
  const found = await inspectTarget(performer, head)
  const isOurs =
    'value' in found && found.value !== null && (found.value === targetCommit || found.value === head)
  if (!isOurs) return { commit: head, published: head, merged: false, updates: [] }
  const made = await composeReport(performer, head, { ending })
  const { commit } = made
  const updates: RefUpdate[] = [
    { ref: refNames(runId).head, new: commit, old: headRef },
    { ref: target, new: commit, old: found.value },
  ]
  return { ...made, published: commit, merged: false, updates: commit === head ? [] : updates }
}

interface Report {
  commit: string
  ticks?: PlanTicks[]
}

/**
 * Commits the run's records and the ticked plan. Returns the head if it is that commit already, or if there
 * is nothing to commit. `except`: why the plan is not ticked.
 */
const composeReport = async (
  performer: Performer,
  head: string,
  { ending, except }: { ending?: UnfinishedEnd; except?: string } = {},
): Promise<Report> => {
  const { state, host, redact } = performer
  const folder = executionFolder(state)
  const { files: plan, ticks } = await tickFiles(performer, head, except)
  const account = ticks.length > 0 ? { ticks } : {}
  if (state.ending.reportCommit === head) return { commit: head, ...account }
  const now = host.clock.now()
  const end = ending === undefined ? {} : { status: ending, endedAt: now }
  const seen = { ...state, ...end, ending: { ...state.ending, ...account } }
  const records = folder === undefined ? {} : renderRecords(seen, buildReport(seen, now))
  const texts = Object.entries(records).map(([name, text]) => [`${folder}/${name}`, redact(text)])
  const files = { ...plan, ...(Object.fromEntries(texts) as Record<string, string>) }
  if (Object.keys(files).length === 0) return { commit: head, ...account }
  const commit = await host.git.compose({
    ref: refNames(state.runId).own('end'),
    tree: await host.git.readTree(head),
    parent: head,
    files,
    message: runMessage(state, folder === undefined ? 'Status' : 'Report'),
    date: Math.floor(now / 1000),
  })
  return { commit, ...account }
}

/** Whether two commits have the same tree: the squash was published, but the end of the journal was lost. */
const hasSameTree = async ({ host: { git } }: Performer, one: string, other: string): Promise<boolean> =>
  (await git.readTree(one)) === (await git.readTree(other))

/**
 * Creates one commit with all changes of the run on the target's current commit, or returns the paths that
 * are in conflict with it.
 */
const composeSquash = async (
  { state, host }: Performer,
  commit: string,
  parent: string,
): Promise<string | string[]> => {
  const merged =
    parent === state.base
      ? { tree: await host.git.readTree(commit) }
      : await host.git.merge({ ours: parent, theirs: commit })
  if (!('tree' in merged)) return merged.conflicts
  return host.git.compose({
    ref: refNames(state.runId).own('published'),
    tree: merged.tree,
    parent,
    files: {},
    message: squashMessage(state),
    date: Math.floor(host.clock.now() / 1000),
  })
}
