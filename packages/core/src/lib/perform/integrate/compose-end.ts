import type { UnfinishedEnd } from '../../machine/state/recording.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderRecords } from '../../report/render-records.ts'
import type { Performer } from '../performer.ts'
import { runMessage, squashMessage } from './run-message.ts'
import { inspectTarget } from './inspect-target.ts'

export interface RunEnd {
  /** The run's last commit. */
  commit: string
  /** What people get. */
  published: string
  /** Whether that holds commits of somebody else. */
  merged: boolean
  updates: RefUpdate[]
  note?: string
}

/** The run's last commits, and the references that are to move so that people have them. */
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
      `${state.target.ref} was rewritten by somebody else: it no longer holds what the run has published.`,
      { refs: [state.target.ref] },
    )
  if (state.settings.publish === 'phase') {
    // Somebody has gone on from what is published: the report is no reason to touch that.
    const isOurs = found.value === state.target.commit || found.value === head
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
 * The report of a run that ends unfinished, as a commit on its head and its target. Nothing where the target is not what the run published,
 * or cannot be moved: the head must not leave a target behind that people go on from.
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

/** The run's records as its last commit; the head itself where it is that commit, or nothing is kept in the tree. */
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
      Object.entries(renderRecords(seen, now)).map(([name, text]) => [`${folder}/${name}`, redact(text)]),
    ),
    message: runMessage(state, 'Report'),
    date: Math.floor(now / 1000),
  })
}

/** Whether the target has it all: the squash was published, and the end of the journal lost. */
const hasSameTree = async ({ host: { git } }: Performer, one: string, other: string): Promise<boolean> =>
  (await git.readTree(one)) === (await git.readTree(other))

/** One commit that holds the whole run, on the target as it is now. */
const composeSquash = async ({ state, host }: Performer, commit: string, parent: string): Promise<string> => {
  const merged =
    parent === state.base
      ? { tree: await host.git.readTree(commit) }
      : await host.git.merge({ ours: parent, theirs: commit })
  if (!('tree' in merged))
    throw new AmeliaError(
      'REF_MOVED',
      `${state.target.ref} was changed meanwhile in the same places as the run: ${merged.conflicts.join(', ')}. Merge ${refNames(state.runId).head} by hand.`,
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
