import type {
  PhaseDraft,
  PlanIssue,
  PlanParserV1,
  PlanPart,
  PlanReading,
  SubtaskDraft,
} from '@amelia/core/plugin'
import {
  accountFor,
  createReferenceBudget,
  oneLine,
  readOutline,
  type ReferenceBudget,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'
import { joinReadings } from './join-readings.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { shiftLines } from './shift-lines.ts'

type Parse = PlanParserV1['parse']

/** A `PLAN.md` of a phase of GSD. */
interface GsdFile {
  /** The name of the phase of GSD; empty without one. */
  name: string
  phase: PhaseDraft
  reading: PlanReading
  /** As written; undefined without the key. */
  dependsOn: string[] | undefined
  /** NaN without one. */
  wave: number
}

/** Returns whether a file is the summary of a plan, which GSD writes when the plan is done. */
export const isSummary = (path: string): boolean => /SUMMARY\.md$/i.test(path)

/** Reads the plans of a phase of GSD, each as a phase whose tasks are its subtasks. */
export const readGsdPhase = (files: readonly PlanPart[], parse: Parse): ReturnType<Parse> => {
  const issues: PlanIssue[] = []
  const done = new Set(files.flatMap(({ path }) => (isSummary(path) ? [idOf(path, 'SUMMARY')] : [])))
  const plans = files.filter(({ context }) => !context).map((file) => readPlanFile(file, done, parse, issues))
  const budget = createReferenceBudget()
  const phases = orderPlans(plans, budget, issues)
  const rule = 'a plan without depends_on waits for those of earlier waves, or for the one before it'
  const reading = joinReadings(
    plans.map((plan) => plan.reading),
    rule,
  )
  return { plan: { title: plans[0]?.name ?? '', phases }, issues: [...issues, ...budget.issues()], reading }
}

/** Returns the id in a file name: `11-01` of `11-01-PLAN.md`. */
const idOf = (path: string, word: 'PLAN' | 'SUMMARY'): string => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  const id = name.toLowerCase().endsWith(`-${word.toLowerCase()}`) ? name.slice(0, -word.length - 1) : name
  return id.toLowerCase()
}

const readPlanFile = (
  { path, text, line }: PlanPart,
  done: ReadonlySet<string>,
  parse: Parse,
  issues: PlanIssue[],
): GsdFile => {
  const id = idOf(path, 'PLAN')
  const outline = readOutline(text)
  const { node, body } = readFrontMatter(outline)
  const front = {
    name: oneLine(textOf(valueOf(node, 'phase'))),
    dependsOn: valueOf(node, 'depends_on') && textsOf(valueOf(node, 'depends_on')),
    wave: Number(textOf(valueOf(node, 'wave')) || Number.NaN),
  }
  const modified = textsOf(valueOf(node, 'files_modified'))
  const read = parse(text)
  // All of the file is the text of its phase.
  const account = accountFor({
    ...{ outline, front: node, phases: read.plan?.phases ?? [], rule: '' },
    read: [[1, outline.lines.length]],
  })
  const errors = read.issues.filter(({ severity }) => severity === 'error')
  issues.push(...shiftLines([...errors, ...account.issues], line - 1))
  const plan = shiftLines(read.plan, line - 1)
  const tasks = plan?.phases ?? []
  const lines = text.split('\n')
  const subtasks = tasks.map((task, index): SubtaskDraft => {
    const number = `${id}.${index + 1}`
    const steps = (task.subtasks ?? []).flatMap(({ steps: own = [] }) => own)
    return {
      id: number,
      title: task.title,
      files: task.files ?? [],
      steps: steps.map((step, at) => ({ ...step, id: `${number}.${at + 1}` })),
      // The line of the name, not of the element around it.
      line: (task.line ?? line) + (lines[(task.line ?? line) - line + 1]?.includes('<name>') ? 1 : 0),
    }
  })
  const acceptance = tasks.flatMap((task) => task.acceptance ?? [])
  return {
    ...front,
    phase: {
      id,
      title: titleOf(plan?.goal ?? '', id),
      body,
      files: [...new Set([...modified, ...tasks.flatMap(({ files = [] }) => files)])],
      subtasks,
      ...(acceptance.length > 0 && { acceptance }),
      ...(done.has(id) && { status: 'done' as const }),
      line,
    },
    reading: shiftLines(account.reading, line - 1),
  }
}

const longestTitle = 100

/** The first sentence of the objective. */
const titleOf = (goal: string, id: string): string => {
  const end = goal.search(/[.!?](?:\s|$)/)
  const sentence = end > 0 ? goal.slice(0, end) : goal
  if (sentence === '') return `Plan ${id}`
  return sentence.length > longestTitle ? `${sentence.slice(0, longestTitle - 3).trimEnd()}...` : sentence
}

/**
 * Adds dependencies. A plan without `depends_on` waits for the plans of earlier waves, or without a wave for
 * the plan before it. Plans of other phases are outside the set, and reported.
 */
const orderPlans = (
  plans: readonly GsdFile[],
  budget: ReferenceBudget,
  issues: PlanIssue[],
): PhaseDraft[] => {
  const ids = new Set(plans.map(({ phase }) => phase.id))
  const waves = sortByWave(plans)
  return plans.map(({ phase, dependsOn, wave }, index) => {
    const named = (dependsOn ?? []).map((reference) => readReference(reference, phase.id))
    const outside = named.filter((id) => !ids.has(id) && groupOf(id) !== groupOf(phase.id))
    if (outside.length > 0) {
      const message = `Plan ${phase.id} depends on ${outside.join(', ').slice(0, 100)}, outside this phase: complete it first.`
      issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, line: phase.line ?? 1, column: 1 })
    }
    if (named.length > 0)
      return { ...phase, dependsOn: [...new Set(named.filter((id) => !outside.includes(id)))] }
    if (Number.isNaN(wave)) {
      const before = dependsOn === undefined ? plans[index - 1]?.phase.id : undefined
      return { ...phase, dependsOn: before === undefined ? [] : [before] }
    }
    const { sorted = [], starts } = waves.get(groupOf(phase.id)) ?? {}
    const earlier = starts?.get(wave) ?? 0
    return { ...phase, dependsOn: budget.spend(earlier) ? sorted.slice(0, earlier) : [] }
  })
}

/** Sorts the plans of each phase by wave, with the number of plans before each wave. */
const sortByWave = (plans: readonly GsdFile[]) => {
  const groups = new Map<string, GsdFile[]>()
  for (const plan of plans) {
    if (Number.isNaN(plan.wave)) continue
    const group = groupOf(plan.phase.id)
    const members = groups.get(group) ?? []
    members.push(plan)
    groups.set(group, members)
  }
  return new Map(
    [...groups].map(([group, members]) => {
      members.sort((one, other) => one.wave - other.wave)
      const starts = new Map<number, number>()
      for (const [at, { wave }] of members.entries()) if (!starts.has(wave)) starts.set(wave, at)
      return [group, { sorted: members.map(({ phase }) => phase.id), starts }] as const
    }),
  )
}

/** Returns the phase of a plan's id: `11` of `11-01`. */
const groupOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('-')))

/** Reads `11-01`, `01`, `11-01-PLAN.md` and paths of it. */
const readReference = (reference: string, owner: string): string => {
  const id = idOf(reference.trim(), 'PLAN')
  const group = groupOf(owner)
  return /^\d+$/.test(id) && group !== '' ? `${group}-${id}` : id
}
