import { expect } from 'vitest'
import { openEnvelope } from '../src/lib/report/render/proof/seal-statement.ts'
import type { PlanRun } from './run-plan.ts'

const dependenciesOf = ({ phases }: PlanRun['plan']) =>
  new Map(phases.map(({ id, dependsOn }) => [id, dependsOn]))

/** Checks the invariants of every run, from its events and from git alone. */
export const checkInvariants = (
  { host, run, events, report, plan: draft, before: earlier = draft }: PlanRun,
  concurrency: number,
): void => {
  const plan = new Map(report.phases.map((phase) => [phase.id, phase]))
  expect(
    events.map(({ seq }) => seq),
    'events are numbered without gaps',
  ).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.type, 'nothing follows the end').toBe('run_ended')

  const active = new Set<string>()
  const completed = new Map<string, string>()
  const external = new Set(report.phases.filter(({ status }) => status === 'external').map(({ id }) => id))
  let dependsOn = dependenciesOf(earlier)
  const ended = new Set<string>()
  const abandoned = new Set<string>()
  let tokens = 0
  for (const event of events) {
    const id = event.phaseId ?? ''
    switch (event.type) {
      case 'run_resumed':
        active.clear()
        ended.clear()
        abandoned.clear()
        for (const done of completed.keys()) ended.add(done)
        break
      case 'plan_changed':
        dependsOn = dependenciesOf(draft)
        break
      case 'phase_started':
        for (const dependency of dependsOn.get(id) ?? [])
          expect(
            completed.has(dependency) || external.has(dependency),
            `${id} started before ${dependency} was integrated`,
          ).toBe(true)
        expect(ended.has(id), `${id} started after its end`).toBe(false)
        abandoned.delete(id)
        active.add(id)
        expect(active.size, 'phases active at once').toBeLessThanOrEqual(concurrency)
        break
      case 'call_abandoned':
        abandoned.add(id)
        break
      case 'commit_created':
        expect(abandoned.has(id), `${id}: an abandoned call's workspace was committed`).toBe(false)
        break
      case 'session_charged':
        expect(event.spent.tokens, 'charged usage never shrinks').toBeGreaterThanOrEqual(tokens)
        tokens = event.spent.tokens
        break
      case 'phase_completed':
        expect(completed.has(id), `${id} completed twice`).toBe(false)
        completed.set(id, event.commit)
        active.delete(id)
        ended.add(id)
        break
      case 'phase_failed':
      case 'phase_blocked':
      case 'phase_skipped':
        active.delete(id)
        ended.add(id)
        break
      case 'phase_retry':
      case 'phase_delayed':
      case 'phase_paused':
      case 'phase_cancelled':
      case 'phase_waiting':
        active.delete(id)
        break
      case 'phase_continued':
        abandoned.delete(id)
        active.add(id)
        expect(active.size, 'phases active at once').toBeLessThanOrEqual(concurrency)
        break
      default:
    }
  }

  const before = new Set(host.git.log(report.base))
  const chain = host.git.log(report.head).filter((commit) => !before.has(commit))
  const ofPhases = chain.filter((commit) => host.git.commitOf(commit)?.message.includes('\nAmelia-Phase: '))
  expect(ofPhases.length, 'one commit per completed phase').toBe(completed.size)
  for (const [id, commit] of completed) {
    expect(chain, `${id}'s commit is on the head`).toContain(commit)
    expect(host.git.commitOf(commit)?.message).toContain(
      `\nAmelia-Run: ${run.id}\nAmelia-Phase: ${id}\nAmelia-Attempt: `,
    )
    expect(host.git.refs.get(`refs/amelia/${run.id}/phase/${id}`)).toBe(commit)
    expect(plan.get(id)).toMatchObject({ status: 'completed', commit })
  }
  for (const { id, status, because } of report.phases) {
    if (status === 'completed') expect(completed.has(id)).toBe(true)
    if (status === 'blocked') expect(['failed', 'cancelled']).toContain(plan.get(because ?? '')?.status)
    if (status === 'skipped' && because !== undefined) expect(plan.get(because)?.status).toBe('skipped')
  }
  checkStatements({ host, run }, chain, completed)
  expect(host.git.openWorkspaces, 'workspaces left behind').toBe(0)
  const candidates = [...host.git.refs.keys()].filter((ref) =>
    ref.startsWith(`refs/amelia/${run.id}/candidate/`),
  )
  for (const ref of candidates)
    expect(completed.has(ref.split('/').at(-1)!), `${ref} was left behind`).toBe(false)
}

/**
 * The chain of statements contains exactly one about each commit of a phase, in the order of the commits, and
 * each continues the one before it. `chain`: the commits of the run, newest first.
 */
const checkStatements = (
  { host: { git }, run }: Pick<PlanRun, 'host' | 'run'>,
  chain: readonly string[],
  completed: ReadonlyMap<string, string>,
): void => {
  const ref = `refs/amelia/${run.id}/proof`
  if (completed.size === 0 && !git.refs.has(ref)) return
  const known = new Set<string>()
  let previous: string | null = null
  const ids: string[] = []
  for (const commit of git.log(ref).reverse()) {
    const files = [...git.filesOf(commit)].filter(([path]) => !known.has(path))
    expect(files, 'each commit of the chain adds a statement').toHaveLength(1)
    known.add(files[0]![0])
    const { statement, digest } = openEnvelope(files[0]![1])!
    const { predicate, subject } = statement
    expect(predicate.previous, 'each statement continues the one before it').toBe(previous)
    previous = digest
    const [of, tree] = subject.map((each) => Object.values(each.digest)[0]!)
    expect(git.commitOf(of!)?.tree).toBe(tree)
    if (predicate.phase) ids.push(predicate.phase.id)
    if (predicate.phase)
      expect(of, `the statement of ${predicate.phase.id}`).toBe(completed.get(predicate.phase.id))
  }
  const order = [...completed].sort(([, one], [, other]) => chain.indexOf(other) - chain.indexOf(one))
  expect(ids, 'the phases with statements').toEqual(order.map(([id]) => id))
  expect(git.refs.has(`refs/amelia/${run.id}/own/proof`), 'a statement was left behind').toBe(false)
}
