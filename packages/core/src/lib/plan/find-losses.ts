import { type Phase, type Plan, type PlanDraft, planSchema, type Step, type Subtask } from './plan-schema.ts'

/**
 * What a plan loses when it is written and read back, one sentence for each kind of thing, with up to five places.
 *
 * Lines, the source, the format and the bodies are not compared: a body holds whatever the format writes of its phase. Ids of subtasks
 * and steps are compared as they are; references between them by what they point to.
 */
export const findLosses = (before: Plan, readBack: PlanDraft | undefined): string[] => {
  const parsed = planSchema.safeParse(readBack)
  if (!parsed.success) return ['The plan as a whole: the text cannot be read back.']
  const after = parsed.data
  const losses = new Map<string, string[]>()
  const lose = (what: string, where: string): void => {
    const list = losses.get(what)
    if (list) list.push(where)
    else losses.set(what, [where])
  }
  for (const key of ['title', 'goal', 'trackerId', 'tddApproach'] as const) {
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
  tddApproach: 'whether tests come first',
}

/** Where each subtask and step of a plan stands: what a reference points to, whatever its id is. */
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

const comparePhases = (phase: Phase, other: Phase, names: Names, lose: Lose): void => {
  const where = `phase ${phase.id}`
  if (phase.id !== other.id) lose('ids of phases', where)
  if (phase.title !== other.title) lose('titles of phases', where)
  if (!same(phase.dependsOn, other.dependsOn)) lose('dependencies of phases', where)
  if (!same(phase.parallelWith, other.parallelWith)) lose('what phases can run beside', where)
  if (!same(phase.files, other.files)) lose('files of phases', where)
  if (phase.estimate !== other.estimate) lose('estimates', where)
  if (phase.status !== other.status) lose('statuses of phases', where)
  if (phase.risk !== other.risk) lose('risks of phases', where)
  if (phase.body !== '' && other.body === '') lose('texts of phases', where)
  if (phase.subtasks.length !== other.subtasks.length) lose('the number of subtasks', where)
  phase.subtasks.forEach((subtask, index) => {
    const read = other.subtasks[index]
    if (read) compareSubtasks(subtask, read, names, lose)
  })
}

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
  replace: 'whether a step replaces its file',
  command: 'commands of steps',
  shell: 'whether a command goes to a shell',
  cwd: 'folders of commands',
  expectExitCode: 'expected exit codes',
  expectedOutputPattern: 'expected outputs',
  validationCommand: 'validation commands',
  successCriteria: 'criteria of success',
  risk: 'risks of steps',
  estimatedMinutes: 'estimated minutes of steps',
  requiresHumanJudgment: 'which steps ask for judgment',
  isTestStep: 'which steps are tests',
} satisfies Partial<Record<keyof Step, string>>

const compareSteps = (step: Step, other: Step, names: Names, lose: Lose): void => {
  const where = `step ${step.id}`
  for (const [key, what] of Object.entries(stepWords)) {
    if (step[key as keyof typeof stepWords] !== other[key as keyof typeof stepWords]) lose(what, where)
  }
  if (!same(step.fallbackCommands, other.fallbackCommands)) lose('fallback commands', where)
  const validates = (one: Step) => (one.validatesStep === undefined ? [] : [one.validatesStep])
  for (const [list, what] of [
    [(one: Step) => one.dependsOn, 'dependencies of steps'],
    [validates, 'what steps validate'],
  ] as const) {
    if (!same(resolve(list(step), 'step', names.before), resolve(list(other), 'step', names.after))) {
      lose(what, where)
    }
  }
}

const resolve = (ids: readonly string[], kind: string, places: ReadonlyMap<string, string>): string[] =>
  ids.map((id) => places.get(`${kind} ${id}`) ?? `? ${id}`)

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

const sentence = (what: string, where: readonly string[]): string => {
  const named = where.filter((place) => place !== '')
  const more = named.length > 5 ? ` and ${named.length - 5} more` : ''
  const places = named.length === 0 ? '' : `: ${named.slice(0, 5).join(', ')}${more}`
  return `${what[0]?.toUpperCase()}${what.slice(1)}${places}.`
}
