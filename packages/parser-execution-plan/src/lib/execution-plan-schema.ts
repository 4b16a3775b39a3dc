/** A URL from which editors can load the schema once the package is published. */
export const schemaUrl = 'https://unpkg.com/@amelia/parser-execution-plan/execution-plan.schema.json'

const text = (description: string) => ({ type: ['string', 'number'], description }) as const
const texts = (description: string) =>
  ({ type: 'array', items: { type: ['string', 'number'] }, description }) as const
const flag = (description: string) => ({ type: 'boolean', description }) as const
const integer = (description: string) => ({ type: 'integer', description }) as const
const amount = (description: string) => ({ type: 'number', minimum: 0, description }) as const
const data = (description: string) => ({ type: 'object', description }) as const
const choice = <Word extends string>(words: readonly Word[], description: string) =>
  ({ enum: words, description }) as const
const list = <Name extends string>(name: Name, description: string) =>
  ({ type: 'array', items: { $ref: `#/definitions/${name}` }, description }) as const

const risks = ['low', 'medium', 'high'] as const
const statuses = ['pending', 'in_progress', 'done', 'skipped', 'deferred', 'cancelled'] as const
const exitCode = {
  oneOf: [{ type: 'integer' }, { const: 'fail' }],
  description: 'The exit code that means success, or "fail" for any failure. Default: 0.',
} as const

/** The keys of a step, with their schemas. */
export const stepShape = {
  id: text('Names the step. Must be unique in the plan.'),
  description: text('The work of the step, in one line.'),
  action_type: choice(['code', 'command', 'validation', 'manual', 'function'], 'The kind of action.'),
  file_path: text('code: the file to write, relative to the root of the repository.'),
  code_change: text('code: the content of a new file, or a unified diff.'),
  replace: flag('code: the content replaces an existing file.'),
  name: text('function: the name of a function of the program that runs the plan.'),
  input: data('function: the input of the call.'),
  command: text('command: runs without a shell, unless "shell" is set.'),
  shell: flag('The commands of this step run in a shell.'),
  cwd: text('The folder of the commands, relative to the root of the repository.'),
  fallback_commands: texts('Commands to try if the command fails, in order.'),
  expect_exit_code: exitCode,
  expected_output_pattern: text('A regular expression that the output must contain.'),
  keep: choice(['server'], 'command: it starts a server in the background, which ends with the run.'),
  validation_command: text('The command that decides whether the step passed.'),
  success_criteria: text('A regular expression (/.../), a quoted text, or a criterion for the review.'),
  risk_level: choice(risks, 'Default: medium. A person is asked before a step of high risk.'),
  estimated_minutes: amount('Default: 2.'),
  requires_human_judgment: flag('A person is asked before this step.'),
  depends_on: texts('Ids of earlier steps.'),
  is_test_step: flag('The step writes or runs a test.'),
  validates_step: text('Id of the step that this one validates.'),
} as const

export const batchStepShape = {
  ...stepShape,
  status: choice(statuses, 'Default: pending. A step that is done or skipped does not run.'),
} as const

export const checkShape = {
  command: text('Runs without a shell after the work of the batch.'),
  cwd: text('The folder of the command, relative to the root of the repository.'),
  expect_exit_code: exitCode,
  expected_output_pattern: text('A regular expression that the output must contain.'),
} as const

export const subtaskShape = {
  id: text('Names the subtask. Must be unique in the plan.'),
  title: text('One line.'),
  body: text('The text of the subtask.'),
  type: choice(['test', 'impl', 'refactor', 'other'], 'Default: the type that the title implies.'),
  depends_on: texts('Ids of subtasks.'),
  files: texts('The files that the subtask writes.'),
  status: choice(statuses, 'Default: pending.'),
  steps: list('step', 'Without steps, an agent does the subtask.'),
} as const

export const batchShape = {
  batch_number: integer('The id of the batch. Default: its position.'),
  id: text('The id of the batch, if it is not a number.'),
  description: text('The title of the batch.'),
  body: text('The text of the batch, for an agent.'),
  status: choice(statuses, 'Default: done if all its steps are done, else pending.'),
  depends_on: texts('Ids of batches. Default: the batch before this one.'),
  parallel_with: texts('Ids of batches that are expected to run at the same time.'),
  conflicts_with: texts('Ids of batches that never run at the same time.'),
  files: texts('The files that the batch writes. Default: those of its steps.'),
  estimate: amount('Points or minutes. Default: the minutes of its steps.'),
  priority: integer('Of the batches that are ready, the highest starts first. Default: 0.'),
  risk_summary: choice(risks, 'Raises the risk of the batch above that of its steps.'),
  risk_level: choice(risks, 'The risk of the batch, whatever the risk of its steps.'),
  empty_ok: flag('The batch may end without a change to any file.'),
  agent: text('Name of the agent that does the batch. Default: the agent of the run.'),
  model: text("Model of the batch's agent. Default: the model of the run."),
  queue: text('Queue of the workers that perform the batch. Default: `default`.'),
  acceptance: list('check', 'Commands that decide whether the batch is accepted.'),
  meta: data('Data for programs, which decides nothing.'),
  steps: list('batchStep', 'Each step is a subtask of the batch.'),
  subtasks: list('subtask', 'Instead of steps: subtasks with any number of steps, or none.'),
} as const

export const planShape = {
  $schema: { type: 'string', description: 'The URL of this schema.' },
  title: text('Default: the goal.'),
  goal: text('The purpose of the work, in one line.'),
  tracker_id: text('Id of the work in an issue tracker.'),
  tdd_approach: flag('Default: true. false turns the checks for tests off.'),
  total_estimated_minutes: amount('Compared with the sum of the steps.'),
  meta: data('Data for programs, which decides nothing. Its runs have it too.'),
  batches: {
    type: 'array',
    minItems: 1,
    items: { $ref: '#/definitions/batch' },
    description: 'The work, in order.',
  },
} as const

const object = (properties: object, required: readonly string[], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
})

/** The JSON Schema (draft 7) of an execution plan, as the package publishes it. */
export const executionPlanSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: schemaUrl,
  title: 'Execution plan of Amelia',
  ...object(planShape, ['goal', 'batches']),
  definitions: {
    batch: object(batchShape, [], {
      anyOf: [{ required: ['steps'] }, { required: ['subtasks'] }, { required: ['body'] }],
    }),
    batchStep: object(batchStepShape, ['id', 'action_type']),
    subtask: object(subtaskShape, ['id', 'title']),
    step: object(stepShape, ['id', 'action_type']),
    check: object(checkShape, ['command']),
  },
}

/** Returns the keys of a shape. */
export const keysOf = <Shape extends object>(shape: Shape): (keyof Shape & string)[] =>
  Object.keys(shape) as (keyof Shape & string)[]
