import type { UnfinishedEnd } from '../../machine/state/recording.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { buildReport } from '../../report/build-report.ts'
import { renderRecords } from '../../report/render-records.ts'
import type { Performer } from '../performer.ts'
import { runMessage, squashMessage } from '../message/run-message.ts'
import { inspectTarget } from './inspect-target.ts'

export interface RunEnd {
  /** The run's last commit. */
  commit: string
  /** The commit that the target gets. */
  published: string
  /** Whether it contains commits of other people. */
  merged: boolean
  updates: RefUpdate[]
  note?: string
}

/** Creates the run's last commits and returns the ref updates that publish them. */
export const composeEnd = async (performer: Performer, head: string): Promise<RunEnd> => {
  const { state } = performer
  const names = refNames(state.runId)
  const commit = await composeReport(performer, head)
  const own: RefUpdate[] = commit === head ? [] : [{ ref: names.head, new: commit, old: state.headRef }]
  if (state.settings.publish === 'message-only')
    return { commit, published: commit, merged: false, updates: own }

  const found = await inspectTarget(performer, head)
  if ('note' in found) return { commit, published: commit, merged: false, updates: own, note: found.note }
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
      const note = `${branch} has newer commits of someone else, so only the run's report is missing there. To add it: git merge ${names.head}`
      return { commit, published: head, merged: false, updates: own, note }
    }
    const target: RefUpdate[] =
      isOurs && found.value !== commit ? [{ ref: state.target.ref, new: commit, old: found.value }] : []
    return { commit, published: commit, merged: false, updates: [...own, ...target] }
  }
  const parent = found.value ?? state.base
  if (
    parent !== state.base &&
    parent === state.target.commit &&
    (await hasSameTree(performer, parent, commit))
  )
    return { commit, published: parent, merged: false, updates: own }
  const published = await composeSquash(performer, commit, parent)
  return {
    commit,
    published,
    merged: parent !== state.base,
    updates: [...own, { ref: state.target.ref, new: published, old: found.value }],
  }
}

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
  const commit = await composeReport(performer, head, ending)
  const updates: RefUpdate[] = [
    { ref: refNames(runId).head, new: commit, old: headRef },
    { ref: target, new: commit, old: found.value },
  ]
  return { commit, published: commit, merged: false, updates }
}

/**
 * Commits the run's records. Returns the head if it is that commit already, or if the run commits no records.
 */
const composeReport = async (
  { state, host, redact }: Performer,
  head: string,
  ending?: UnfinishedEnd,
): Promise<string> => {
  const folder = executionFolder(state)
  if (folder === undefined || state.ending.reportCommit === head) return head
  const now = host.clock.now()
  const seen = ending === undefined ? state : { ...state, status: ending, endedAt: now }
  return host.git.compose({
    ref: refNames(state.runId).own('end'),
    tree: await host.git.readTree(head),
    parent: head,
    files: Object.fromEntries(
      Object.entries(renderRecords(seen, buildReport(seen, now))).map(([name, text]) => [
        `${folder}/${name}`,
        redact(text),
      ]),
    ),
    message: runMessage(state, 'Report'),
    date: Math.floor(now / 1000),
  })
}

/** Whether two commits have the same tree: the squash was published, but the end of the journal was lost. */
const hasSameTree = async ({ host: { git } }: Performer, one: string, other: string): Promise<boolean> =>
  (await git.readTree(one)) === (await git.readTree(other))

/** Creates one commit with all changes of the run on the target's current commit. */
const composeSquash = async ({ state, host }: Performer, commit: string, parent: string): Promise<string> => {
  const merged =
    parent === state.base
      ? { tree: await host.git.readTree(commit) }
      : await host.git.merge({ ours: parent, theirs: commit })
  if (!('tree' in merged))
    throw new AmeliaError(
      'REF_MOVED',
      `${state.target.ref} has new changes that conflict with the run: ${merged.conflicts.join(', ')}. Merge ${refNames(state.runId).head} by hand.`,
      { refs: [state.target.ref] },
    )
  return host.git.compose({
    ref: refNames(state.runId).own('published'),
    tree: merged.tree,
    parent,
    files: {},
    message: squashMessage(state),
    date: Math.floor(host.clock.now() / 1000),
  })
}
