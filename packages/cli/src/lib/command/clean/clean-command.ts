import { rm } from 'node:fs/promises'
import { AmeliaError, cleanRun, type Host } from '@amelia/core'
import { words } from '@amelia/core/view'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { plural } from '../../terminal/plural.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { openHost } from '../../stored/open-host.ts'
import { storedFile } from '../../stored/stored-file.ts'
import { openShared } from '../cluster/open-cluster.ts'
import { type ChosenRun, type CleanPolicy, chooseRuns } from './choose-runs.ts'
import { type CleanRunOptions, cleanRunCommand } from './clean-run-command.ts'
import { formatBytes } from './format-bytes.ts'
import { listKept, measureRefs } from './list-kept.ts'
import { describeChoice, describeKept, renderKept, sizeOf } from './render-kept.ts'

export interface CleanOptions extends CleanRunOptions, CleanPolicy {
  label?: Record<string, string>
}

/**
 * Lists what is kept for the runs of a repository, and removes the runs that a policy names after one
 * question. With a run, cleans that one and keeps its journal.
 */
export const cleanCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  options: CleanOptions,
  given?: Host,
): Promise<number> => {
  const { repo, database, remote, keep, olderThan, label, yes = false, attempts, transcripts } = options
  const hasPolicy = keep !== undefined || olderThan !== undefined
  if (wanted !== undefined) {
    if (hasPolicy || label !== undefined)
      throw usageError(
        '--keep, --older-than and --label select among all runs.',
        'Leave out the run, or these flags.',
      )
    return cleanRunCommand(terminal, wanted, options, given)
  }
  if (attempts === true || transcripts === true)
    throw usageError(
      '--attempts and --transcripts clean one run, whose journal stays.',
      'Name the run, or remove whole runs with --keep or --older-than.',
    )
  await checkFolder(repo)
  const own = given ?? (await openHost({ repo, database }))
  const kept = await listKept({ host: own, repo, label })
  if (kept.length === 0) {
    terminal.out(`No ${label ? 'such runs' : 'runs'} in this repository.\n`)
    return exitCode.completed
  }
  const print = (lines: readonly string[]): void =>
    terminal.out(lines.map((line) => `${wrapSentences(terminal, line).join('\n')}\n`).join(''))
  terminal.out(renderKept(kept, own.clock.now()))
  print([describeKept(kept, await measureRefs(repo))])
  if (!hasPolicy) {
    print(['To remove old runs: amelia clean --keep 10, or amelia clean --older-than 30d'])
    return exitCode.completed
  }
  const host = await openShared(own, { isShared: false, repo, remote })
  const policy = { keep: keep ?? 0, olderThan: olderThan ?? 0, isRemote: remote !== undefined }
  const choice = await chooseRuns(host, kept, policy)
  print(describeChoice(choice))
  if (choice.chosen.length === 0) {
    print(['Nothing to remove.'])
    return exitCode.completed
  }
  if (!yes && !terminal.attended)
    throw usageError(
      'Nobody can be asked here, so nothing was removed.',
      'To remove without a question, add --yes.',
    )
  const question = `Remove ${plural(choice.chosen.length, 'run')}?`
  if (!yes && !(await askYesNo(terminal, question))) {
    printNote(terminal, 'Nothing was changed.\n')
    return exitCode.cancelled
  }
  return removeRuns({ host, repo, chosen: choice.chosen, print })
}

interface Removal {
  host: Host
  repo: string
  chosen: readonly ChosenRun[]
  print: (lines: readonly string[]) => void
}

/** Removes the chosen runs, except those that were written since they were listed. */
const removeRuns = async ({ host, repo, chosen, print }: Removal): Promise<number> => {
  const written = new Map((await host.store.list()).map(({ runId, updatedAt }) => [runId, updatedAt]))
  const removed: ChosenRun[] = []
  for (const one of chosen) {
    const { runId, updatedAt } = one.run
    if (Math.trunc(written.get(runId) ?? 0) !== Date.parse(updatedAt)) {
      print([`Kept run ${runId}: it was written since it was listed.`])
      continue
    }
    try {
      print(await removeRun(host, one))
      await rm(await storedFile(repo, runId), { force: true })
      removed.push(one)
    } catch (error) {
      if (!AmeliaError.is(error)) throw error
      print([`Kept run ${runId}: ${words.plainLabel(error.message)}`])
    }
  }
  print([`Removed ${plural(removed.length, 'run')} (${formatBytes(sizeOf(removed))}).`])
  return removed.length === chosen.length ? exitCode.completed : exitCode.failed
}

/** Removes a run. Returns notes about parts that stay, and how to restore a branch. */
const removeRun = async (host: Host, { run, branch, branchIs }: ChosenRun): Promise<string[]> => {
  const { runId } = run
  const withBranch = branchIs === 'merged' || branchIs === 'deleted'
  const { removed, deleted } = await cleanRun({ host, runId, journal: true, branch: withBranch })
  const stays = deleted ? [] : [`The journal of run ${runId} stays: its store cannot delete it.`]
  if (branch === undefined || !withBranch) return stays
  const name = words.plainLabel(branch.ref.replace('refs/heads/', ''))
  if (!removed.includes(branch.ref))
    return [
      ...stays,
      `The branch ${name} stays: it is checked out, existed before the run, or has commits of others.`,
    ]
  return branchIs === 'merged'
    ? stays
    : [...stays, `Deleted the branch ${name}; to restore it: git branch ${name} ${branch.commit}`]
}
