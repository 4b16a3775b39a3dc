import type { Report, RunEvent } from '@amelia/core'
import type { Trial } from './create-trial.ts'
import type { SimulatedPhase } from './draw-world.ts'
import { keyOfFiles } from './simulated-commands.ts'
import { half } from './simulated-driver.ts'

/** Checks the repository of a run that is over: it contains all completed work once, and nothing else. */
export const checkHistory = (
  trial: Trial,
  runId: string,
  events: readonly RunEvent[],
  report: Report,
): void => {
  const { violations, git, world } = trial
  const statuses = ['completed', 'partial', 'failed', 'aborted']
  violations.check(
    statuses.includes(report.status),
    'unrecoverable',
    () => `the run ends as ${report.status}`,
  )
  if (world.patient)
    violations.check(
      report.status === 'completed',
      'unrecoverable',
      () => `a run that people only let go on ends as ${report.status}`,
    )
  if (git.commitOf(report.head) === undefined) return
  const before = new Set(git.log(report.base))
  const chain = git.log(report.head).filter((commit) => !before.has(commit))
  const completed = new Map<string, string>()
  for (const event of events) if (event.type === 'phase_completed') completed.set(event.phaseId, event.commit)
  const ofPhases = chain.filter((commit) => git.commitOf(commit)?.message.includes('\nAmelia-Phase: '))
  violations.check(
    ofPhases.length === completed.size,
    ofPhases.length > completed.size ? 'double commit' : 'lost work',
    () => `${ofPhases.length} commits of phases for ${completed.size} completed ones`,
  )
  for (const [id, commit] of completed) {
    violations.check(chain.includes(commit), 'lost work', () => `${id}'s commit is not on the head`)
    const trailers = `\nAmelia-Run: ${runId}\nAmelia-Phase: ${id}\nAmelia-Attempt: `
    violations.check(
      git.commitOf(commit)?.message.includes(trailers) === true,
      'lost work',
      () => `${id}'s commit does not say whose it is`,
    )
    violations.check(
      git.refs.get(`refs/amelia/${runId}/phase/${id}`) === commit,
      'lost work',
      () => `the reference of ${id} does not hold its commit`,
    )
  }
  for (const { id, status } of report.phases)
    violations.check(
      (status === 'completed') === completed.has(id),
      'lost work',
      () => `${id} is ${status}, and its commit is ${completed.get(id)}`,
    )
  for (const ref of git.refs.keys())
    if (ref.startsWith(`refs/amelia/${runId}/candidate/`) && completed.has(ref.split('/').at(-1) ?? ''))
      violations.add('unrecoverable', `${ref} is left`)
  checkVerified(trial, completed)
  checkFiles(trial, completed, report)
  checkPublished(trial, report)
  checkOwnCommit(trial, report)
}

/** The check ran on the files of each phase's commit, merged or not. */
const checkVerified = (
  { violations, git, world, verified }: Trial,
  completed: ReadonlyMap<string, string>,
): void => {
  if (world.options.verify === undefined || world.faults.most > 0) return
  for (const [id, commit] of completed)
    violations.check(
      verified.has(keyOfFiles(git.filesOf(commit))),
      'lost work',
      () => `the files of ${id}'s commit were never verified`,
    )
}

const namesOf = ({ id, subtasks = [] }: SimulatedPhase): string[] =>
  subtasks.length === 0 ? [id] : subtasks.map((subtask) => subtask.id)

/** The tree of the head contains the work of the completed phases, in whatever order they were integrated. */
const checkFiles = (
  { violations, git, world, idled }: Trial,
  completed: ReadonlyMap<string, string>,
  report: Report,
): void => {
  const files = new Map([...git.filesOf(report.head)].filter(([path]) => !path.startsWith('docs/amelia/')))
  const skipped = new Set(report.phases.flatMap(({ skippedParts = [] }) => skippedParts))
  const lines: string[] = []
  files.delete('README.md')
  files.delete('person.txt')
  for (const phase of world.phases) {
    if (!completed.has(phase.id)) continue
    if (phase.shares) lines.push(phase.id)
    for (const name of namesOf(phase)) {
      const text = files.get(`${name}.txt`)
      files.delete(`${name}.txt`)
      const mayMiss = idled.has(phase.id) || skipped.has(name) || skipped.has(`${name}.1`)
      if (mayMiss && (text === undefined || text === half)) continue
      violations.check(text === `${name}\n`, 'lost work', () => `${name}.txt holds ${JSON.stringify(text)}`)
    }
  }
  const shared = (files.get('shared.txt') ?? '').split('\n').filter((line) => line !== '')
  files.delete('shared.txt')
  for (const line of lines)
    if (!idled.has(line))
      violations.check(shared.includes(line), 'lost work', () => `${line} is missing in shared.txt`)
  for (const line of shared)
    violations.check(lines.includes(line), 'lost work', () => `${line} is in shared.txt and not completed`)
  violations.check(
    files.size === 0,
    'lost work',
    () => `${[...files.keys()].join(', ')} belong to no completed phase`,
  )
}

/** A person's commits are on the target, or below its state before it was restored. */
const checkOwnCommit = ({ violations, git, ownCommit }: Trial, report: Report): void => {
  if (ownCommit === undefined || ownCommit === '') return
  const rescue = `refs/amelia/${report.runId}/reverted`
  // A run that has published nothing has nothing to restore: the target stays as the person left it.
  const kept = report.reverted && git.refs.get(rescue) !== undefined ? rescue : report.target
  const commit = git.refs.get(kept)
  violations.check(
    commit !== undefined && git.log(commit).includes(ownCommit),
    'lost work',
    () => `a person's commit is not on ${kept} any more`,
  )
  if (commit !== undefined)
    violations.check(
      git.filesOf(commit).get('person.txt') === 'mine',
      'lost work',
      () => `a person's file is not on ${kept} any more`,
    )
}

/** The work that the report lists is available. */
const checkPublished = ({ violations, git, world }: Trial, report: Report): void => {
  if (report.status !== 'completed') return
  const { publish } = world.options
  const moved = world.moved || world.raced
  const target = git.refs.get(report.target)
  if (publish === 'phase' && !moved)
    violations.check(
      target === report.head,
      'lost work',
      () => `the target holds ${target}, the head is ${report.head}`,
    )
  if (publish === 'single' && !moved) {
    const same = target !== undefined && git.commitOf(target)?.tree === git.commitOf(report.head)?.tree
    violations.check(same, 'lost work', () => `the one commit does not hold the tree of the head`)
  }
}
