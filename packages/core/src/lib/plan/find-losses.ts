import { phaseFieldNames, type PhaseFieldName, phaseFields } from './field/phase-fields.ts'
import { implyParts } from './imply/imply-parts.ts'
import { type Phase, type Plan, type PlanDraft, planSchema, type Step, type Subtask } from './plan-schema.ts'

/**
 * Lists the losses of a plan that was written and read back: one sentence per kind of loss, with up to five
 * places.
 *
 * Lines, the source and the format are not compared. Bodies are compared only for presence, because a body
 * contains everything that the format writes about its phase. References between subtasks and steps are
 * compared by their target.
 */
export const findLosses = (before: Plan, readBack: PlanDraft | undefined): string[] => {
  const parsed = planSchema.safeParse(readBack)
  if (!parsed.success) return ['The plan as a whole: the text cannot be read back.']
  const after = planSchema.parse(implyParts(readBack!))
  const losses = new Map<string, string[]>()
  const lose = (what: string, where: string): void => {
    const list = losses.get(what)
    if (list) list.push(where)
    else losses.set(what, [where])
  }
  for (const key of ['title', 'goal', 'trackerId', 'tddApproach', 'totalMinutes'] as const) {
    if (before[key] !== after[key]) lose(planWords[key], '')
  }
  const names = createNames(before, after)
  if (before.phases.length !== after.phases.length) lose('the number of phases', '')
  const known = new Map(after.phases.map((phase) => [phase.id, phase]))
  if (before.phases.some(({ id }, index) => known.has(id) && after.phases[index]?.id !== id)) {
    lose('the order of phases', '')
  }
  before.phases.forEach((phase, index) => {
    const other = known.get(phase.id) ?? after.phases[index]
    if (other) comparePhases(phase, other, names, lose)
  })
  return [...losses].map(([what, where]) => sentence(what, where))
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
  body: 'texts of phases',
  subtasks: 'the number of subtasks',
  acceptance: 'acceptance checks of phases',
} satisfies Record<Exclude<keyof Phase, PhaseFieldName | 'line'>, string>

const comparePhases = (phase: Phase, other: Phase, names: Names, lose: Lose): void => {
  const where = `phase ${phase.id}`
  for (const name of ['id', 'title', 'dependsOn', 'parallelWith', 'files'] as const) {
    if (!same(phase[name], other[name])) lose(phaseWords[name], where)
  }
  for (const name of phaseFieldNames) {
    if (phase[name] !== other[name]) lose(phaseFields[name].loss, where)
  }
  if (phase.body !== '' && other.body === '') lose(phaseWords.body, where)
  if (!same(checksOf(phase), checksOf(other))) lose(phaseWords.acceptance, where)
  if (phase.subtasks.length !== other.subtasks.length) lose(phaseWords.subtasks, where)
  phase.subtasks.forEach((subtask, index) => {
    const read = other.subtasks[index]
    if (read) compareSubtasks(subtask, read, names, lose)
  })
}

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
  if (subtask.steps.length !== other.steps.length) lose('the number of steps', where)
  subtask.steps.forEach((step, index) => {
    const read = other.steps[index]
    if (read) compareSteps(step, read, names, lose)
  })
}

const stepWords = {
  id: 'ids of steps',
  description: 'descriptions of steps',
  action: 'actions of steps',
  filePath: 'files of steps',
  codeChange: 'contents of steps',
  replace: 'replace flags of steps',
  command: 'commands of steps',
  shell: 'shell flags of steps',
  cwd: 'folders of commands',
  expectExitCode: 'expected exit codes',
  expectedOutputPattern: 'expected outputs',
  validationCommand: 'validation commands',
  successCriteria: 'success criteria of steps',
  risk: 'risks of steps',
  estimatedMinutes: 'estimated minutes of steps',
  requiresHumanJudgment: 'judgment flags of steps',
  isTestStep: 'test flags of steps',
} satisfies Record<Exclude<keyof Step, 'line' | 'fallbackCommands' | 'dependsOn' | 'validatesStep'>, string>

const compareSteps = (step: Step, other: Step, names: Names, lose: Lose): void => {
  const where = `step ${step.id}`
  for (const [key, what] of Object.entries(stepWords)) {
    if (step[key as keyof typeof stepWords] !== other[key as keyof typeof stepWords]) lose(what, where)
  }
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

const same = (one: string | readonly string[], other: string | readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const sentence = (what: string, where: readonly string[]): string => {
  const named = where.filter((place) => place !== '')
  const more = named.length > 5 ? ` and ${named.length - 5} more` : ''
  const places = named.length === 0 ? '' : `: ${named.slice(0, 5).join(', ')}${more}`
  return `${what[0]?.toUpperCase()}${what.slice(1)}${places}.`
}
