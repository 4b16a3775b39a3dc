import { keepIds } from './source/rename-ids.ts'
import { phaseFieldNames, type PhaseFieldName, phaseFields } from './field/phase-fields.ts'
import { findLostLines } from './find-lost-lines.ts'
import { implyParts } from './imply/imply-parts.ts'
import type { Phase } from './model/phase.ts'
import type { Plan, PlanDraft } from './model/plan.ts'
import type { Step } from './model/step.ts'
import type { Subtask } from './model/subtask.ts'
import { planSchema } from './plan-schema.ts'
import { nameLine } from './source/locate-line.ts'

/** One kind of loss of a conversion. */
export interface PlanLoss {
  /** The thing that is lost, such as `titles of phases`. */
  what: string
  /** Every place of the loss, such as `phase 2`. Empty for a property of the plan. */
  places: string[]
}

/**
 * Lists the losses of a plan that was written and read back: each kind of loss once, with all its places.
 *
 * Lines, the source and the format are not compared. References between subtasks and steps are compared by
 * their target. A text is kept if the text read back contains its lines in their order, apart from blank
 * lines and indentation; that of a subtask may be in the text of its phase.
 */
export const findLosses = (before: Plan, readBack: PlanDraft | undefined): PlanLoss[] => {
  const parsed = planSchema.safeParse(readBack)
  if (!parsed.success) return [{ what: 'the plan as a whole', places: ['the text cannot be read back'] }]
  // A format may spell ids in another way: they still name the same phases.
  const after = keepIds(planSchema.parse(implyParts(readBack!)), before)
  const losses = new Map<string, string[]>()
  const lose = (what: string, where: string): void => {
    const list = losses.get(what) ?? []
    losses.set(what, list)
    if (where !== '') list.push(where)
  }
  for (const key of ['title', 'goal', 'trackerId', 'tddApproach', 'totalMinutes'] as const) {
    if (before[key] !== after[key]) lose(planWords[key], '')
  }
  if (!sameData(before.meta, after.meta)) lose('the data of the plan', '')
  const names = createNames(before, after)
  if (before.phases.length !== after.phases.length)
    lose('the number of phases', counts(before.phases, after.phases))
  const known = new Map(after.phases.map((phase) => [phase.id, phase]))
  if (before.phases.some(({ id }, index) => known.has(id) && after.phases[index]?.id !== id)) {
    lose('the order of phases', '')
  }
  before.phases.forEach((phase, index) => {
    const other = known.get(phase.id) ?? after.phases[index]
    if (other) comparePhases(phase, other, names, lose)
  })
  for (const { from, to } of findLostLines(before, readBack!))
    lose(
      'text beside the phases',
      to > from ? `${nameLine(before, from)} to ${nameLine(before, to)}` : nameLine(before, from),
    )
  return [...losses].map(([what, places]) => ({ what, places }))
}

const counts = (before: readonly { id: string }[], after: readonly unknown[]): string => {
  const missing = before.slice(after.length).map(({ id }) => id)
  return `${after.length} instead of ${before.length}${missing.length > 0 ? `: without ${missing.join(', ')}` : ''}`
}

type Lose = (what: string, where: string) => void

const planWords = {
  title: 'the title',
  goal: 'the goal',
  trackerId: 'the tracker id',
  tddApproach: 'the test-first setting',
  totalMinutes: 'the total of minutes',
}

/** Positions of subtasks and steps by id, for comparing references across renamed ids. */
interface Names {
  before: ReadonlyMap<string, string>
  after: ReadonlyMap<string, string>
}

const createNames = (before: Plan, after: Plan): Names => ({
  before: placesOf(before),
  after: placesOf(after),
})

const placesOf = ({ phases }: Plan): Map<string, string> => {
  const places = new Map<string, string>()
  for (const phase of phases) {
    phase.subtasks.forEach((subtask, part) => {
      places.set(`subtask ${subtask.id}`, `${phase.id} ${part}`)
      subtask.steps.forEach((step, index) => places.set(`step ${step.id}`, `${phase.id} ${part} ${index}`))
    })
  }
  return places
}

/** The fields of phases that are not in {@link phaseFields}; the compiler finds a missing one. */
const phaseWords = {
  id: 'ids of phases',
  title: 'titles of phases',
  dependsOn: 'dependencies of phases',
  parallelWith: 'entries of Parallel With',
  files: 'files of phases',
  conflictsWith: 'conflicts of phases',
  body: 'texts of phases',
  subtasks: 'the number of subtasks',
  acceptance: 'acceptance checks of phases',
  meta: 'data of phases',
} satisfies Record<Exclude<keyof Phase, PhaseFieldName | 'line'>, string>

const comparePhases = (phase: Phase, other: Phase, names: Names, lose: Lose): void => {
  const where = `phase ${phase.id}`
  for (const name of ['id', 'title', 'dependsOn', 'parallelWith', 'files'] as const) {
    if (!same(phase[name], other[name])) lose(phaseWords[name], where)
  }
  if (!same(phase.conflictsWith ?? [], other.conflictsWith ?? [])) lose(phaseWords.conflictsWith, where)
  for (const name of phaseFieldNames) {
    if (phase[name] !== other[name]) lose(phaseFields[name].loss, where)
  }
  const body = linesOf(other.body)
  if (!contains(body, phase.body)) lose(phaseWords.body, where)
  if (!same(checksOf(phase), checksOf(other))) lose(phaseWords.acceptance, where)
  if (!sameData(phase.meta, other.meta)) lose(phaseWords.meta, where)
  if (phase.subtasks.length !== other.subtasks.length)
    lose(phaseWords.subtasks, `${where} (${counts(phase.subtasks, other.subtasks)})`)
  phase.subtasks.forEach((subtask, index) => {
    const read = other.subtasks[index]
    if (!read) return
    compareSubtasks(subtask, read, names, lose)
    if (!contains(linesOf(read.body), subtask.body) && !contains(body, subtask.body))
      lose('texts of subtasks', `subtask ${subtask.id}`)
  })
}

/** Returns the lines of a text between line feeds, without blank lines and indentation. */
const linesOf = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim())
  return `\n${lines.filter((line) => line !== '').join('\n')}\n`
}

const contains = (lines: string, text: string): boolean => text.trim() === '' || lines.includes(linesOf(text))

const checksOf = ({ acceptance = [] }: Phase): string[] =>
  acceptance.map(({ line: _line, ...check }) => JSON.stringify(check, Object.keys(check).toSorted()))

const compareSubtasks = (subtask: Subtask, other: Subtask, names: Names, lose: Lose): void => {
  const where = `subtask ${subtask.id}`
  if (subtask.id !== other.id) lose('ids of subtasks', where)
  if (subtask.title !== other.title) lose('titles of subtasks', where)
  if (subtask.type !== other.type) lose('types of subtasks', where)
  if (subtask.status !== other.status) lose('statuses of subtasks', where)
  if (!same(subtask.files, other.files)) lose('files of subtasks', where)
  const places = resolve(subtask.dependsOn, 'subtask', names.before)
  if (!same(places, resolve(other.dependsOn, 'subtask', names.after))) lose('dependencies of subtasks', where)
  if (subtask.steps.length !== other.steps.length)
    lose('the number of steps', `${where} (${counts(subtask.steps, other.steps)})`)
  subtask.steps.forEach((step, index) => {
    const read = other.steps[index]
    if (read) compareSteps(step, read, names, lose)
  })
}

const stepWords = {
  id: 'ids of steps',
  description: 'descriptions of steps',
  action: 'actions of steps',
  name: 'functions of steps',
  filePath: 'files of steps',
  codeChange: 'contents of steps',
  replace: 'replace flags of steps',
  command: 'commands of steps',
  shell: 'shell flags of steps',
  cwd: 'folders of commands',
  expectExitCode: 'expected exit codes',
  expectedOutputPattern: 'expected outputs',
  keep: 'servers of steps',
  validationCommand: 'validation commands',
  successCriteria: 'success criteria of steps',
  risk: 'risks of steps',
  estimatedMinutes: 'estimated minutes of steps',
  requiresHumanJudgment: 'judgment flags of steps',
  isTestStep: 'test flags of steps',
} satisfies Record<
  Exclude<keyof Step, 'line' | 'input' | 'fallbackCommands' | 'dependsOn' | 'validatesStep'>,
  string
>

const compareSteps = (step: Step, other: Step, names: Names, lose: Lose): void => {
  const where = `step ${step.id}`
  for (const [key, what] of Object.entries(stepWords)) {
    if (step[key as keyof typeof stepWords] !== other[key as keyof typeof stepWords]) lose(what, where)
  }
  if (!sameData(step.input, other.input)) lose('inputs of steps', where)
  if (!same(step.fallbackCommands, other.fallbackCommands)) lose('fallback commands', where)
  const validates = (one: Step) => (one.validatesStep === undefined ? [] : [one.validatesStep])
  for (const [list, what] of [
    [(one: Step) => one.dependsOn, 'dependencies of steps'],
    [validates, 'references to validated steps'],
  ] as const) {
    if (!same(resolve(list(step), 'step', names.before), resolve(list(other), 'step', names.after))) {
      lose(what, where)
    }
  }
}

const resolve = (ids: readonly string[], kind: string, places: ReadonlyMap<string, string>): string[] =>
  ids.map((id) => places.get(`${kind} ${id}`) ?? `? ${id}`)

/** Compares JSON data by its members, in any order. */
const sameData = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)

const sorted = (data: unknown): string | undefined =>
  JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

const same = (one: string | readonly string[], other: string | readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
