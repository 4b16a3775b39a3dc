import { higherRisk } from './field/higher-risk.ts'
import type { Phase } from './model/phase.ts'
import type { Plan } from './model/plan.ts'
import type { Step } from './model/step.ts'
import type { Subtask } from './model/subtask.ts'
import type { PlanStatus } from './field/plan-status.ts'
import type { Risk } from './field/risk.ts'

const mostNamed = 20

/**
 * Joins a plan into one phase `1`: one session, one commit (seed: phased-execution, `enable_phased_execution:
 * false`).
 *
 * The phase has the subtasks of all open phases, in plan order except that each follows its dependencies. An
 * open phase without subtasks becomes a subtask if other phases have subtasks, and otherwise part of the
 * body. Phases that are done or skipped are left out and listed as done; deferred and cancelled phases are
 * left out with everything that depends on them. Dependencies on omitted parts are dropped, so check the
 * order of tests and implementations before.
 *
 * A plan without open phases is returned unchanged.
 */
export const joinPhases = (plan: Plan): Plan => {
  const phases = openInOrder(plan.phases)
  if (phases.length === 0) return plan
  const asSubtasks = phases.some((phase) => phase.subtasks.some(isOpen))
  const used = new Set(plan.phases.flatMap((phase) => phase.subtasks.map(({ id }) => fold(id))))
  const parts: Subtask[] = []
  const texts: string[] = []
  for (const phase of phases) {
    for (const subtask of phase.subtasks) parts.push(subtask)
    if (asSubtasks && !phase.subtasks.some(isOpen)) parts.push(subtaskOf(phase, used))
    else if (!asSubtasks || phase.body !== '') {
      texts.push(`## Phase ${phase.id}: ${phase.title}\n\n${phase.body}`.trim())
    }
  }
  const done = plan.phases.filter(({ status }) => isDone(status))
  if (done.length > 0) texts.push(doneText(done))
  const estimates = phases.flatMap(({ estimate }) => (estimate === undefined ? [] : [estimate]))
  const acceptance = phases.flatMap((phase) => phase.acceptance ?? [])
  const title = [plan.title, plan.goal, phases[0]!.title].find((text) => text !== '')!
  const joined: Phase = {
    id: '1',
    title,
    body: texts.join('\n\n'),
    dependsOn: [],
    parallelWith: [],
    files: [...new Set(phases.flatMap(({ files }) => files))],
    ...(estimates.length > 0 && { estimate: estimates.reduce((sum, each) => sum + each, 0) }),
    status: 'pending',
    risk: phases.reduce<Risk>((risk, phase) => higherRisk(risk, phase.risk), 'low'),
    ...(phases.every(({ emptyOk }) => emptyOk) && { emptyOk: true }),
    ...common(phases, 'agent'),
    ...common(phases, 'model'),
    ...common(phases, 'queue'),
    subtasks: withoutDangling(inOrder(parts, ({ dependsOn }) => dependsOn)),
    ...(acceptance.length > 0 && { acceptance }),
    line: 1,
  }
  return { ...plan, phases: [joined] }
}

const isOpen = ({ status }: { readonly status: PlanStatus }): boolean =>
  status === 'pending' || status === 'in_progress'

const isDone = (status: PlanStatus): boolean => status === 'done' || status === 'skipped'

const fold = (id: string): string => id.normalize('NFC').toLowerCase()

/** Returns the phases that a run would execute, each after its dependencies. */
const openInOrder = (phases: readonly Phase[]): Phase[] => {
  const stuck = new Set<string>()
  return inOrder(phases, ({ dependsOn }) => dependsOn).filter((phase) => {
    if (isDone(phase.status)) return false
    if (isOpen(phase) && !phase.dependsOn.some((id) => stuck.has(id))) return true
    stuck.add(phase.id)
    return false
  })
}

/**
 * Orders nodes after their dependencies, otherwise in their given order. A cycle is entered at its first
 * node.
 */
const inOrder = <Node extends { readonly id: string }>(
  nodes: readonly Node[],
  dependencies: (node: Node) => readonly string[],
): Node[] => {
  const byId = new Map<string, Node>()
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node)
  const seen = new Set<Node>()
  const order: Node[] = []
  for (const first of nodes) {
    if (seen.has(first)) continue
    seen.add(first)
    const way = [{ node: first, next: dependencies(first).values() }]
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const { value: id, done } = at.next.next()
      if (done === true) {
        order.push(at.node)
        way.pop()
        continue
      }
      const node = byId.get(id)
      if (!node || seen.has(node)) continue
      seen.add(node)
      way.push({ node, next: dependencies(node).values() })
    }
  }
  return order
}

/** Drops references to subtasks and steps that do not exist. */
const withoutDangling = (subtasks: Subtask[]): Subtask[] => {
  const ids = new Set(subtasks.map(({ id }) => id))
  const steps = new Set(subtasks.flatMap((subtask) => subtask.steps.map(({ id }) => id)))
  return subtasks.map((subtask) => ({
    ...subtask,
    dependsOn: subtask.dependsOn.filter((id) => ids.has(id)),
    steps: subtask.steps.map(
      ({ validatesStep, ...step }): Step => ({
        ...step,
        dependsOn: step.dependsOn.filter((id) => steps.has(id)),
        ...(validatesStep !== undefined && steps.has(validatesStep) && { validatesStep }),
      }),
    ),
  }))
}

const subtaskOf = ({ id, title, body, files, line }: Phase, used: Set<string>): Subtask => {
  let name = id
  for (let more = 2; used.has(fold(name)); more++) name = `${id}-${more}`
  used.add(fold(name))
  return { id: name, title, body, type: 'other', dependsOn: [], files, steps: [], status: 'pending', line }
}

const doneText = (phases: readonly Phase[]): string => {
  const named = phases.slice(0, mostNamed).map(({ id, title }) => `${id} (${title})`)
  const more = phases.length > mostNamed ? ` and ${phases.length - mostNamed} more` : ''
  return `Done already, and not to be done again: ${named.join(', ')}${more}.`
}

/** The agent, the model or the queue that all phases name. */
const common = <Name extends 'agent' | 'model' | 'queue'>(
  [first, ...others]: readonly Phase[],
  name: Name,
): { [Key in Name]?: string } =>
  first?.[name] !== undefined && others.every((phase) => phase[name] === first[name])
    ? ({ [name]: first[name] } as { [Key in Name]?: string })
    : {}
