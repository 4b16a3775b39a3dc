import { batchLimits } from '../policy/dispatch/batch-limits.ts'
import { type ArchitectFormat, planExample } from './plan-examples.ts'

/** What a plan is to be like. */
export interface ArchitectGuidance {
  format: ArchitectFormat
  /** Whether tests come before what they test. */
  tdd: boolean
}

/**
 * What an agent that writes a plan is told about plans: their parts, tests first, risk, batches, commands and dependencies, and an
 * example in the format (seeds: intelligent-execution, Architect Integration; phased-execution, TDD Workflow).
 *
 * The task and the repository are the caller's to add. The limits are those of `splitBatches`.
 */
export const buildArchitectGuidance = ({ format, tdd }: ArchitectGuidance): string =>
  `${[
    section('Parts', [
      'Divide the work into parts that can each be verified and committed alone. The repository works after each of them.',
      'Make steps that take two to five minutes. Name the file, and give the exact code or the exact command.',
      'Say what a part is to achieve and how that shows. Whoever carries it out sees the repository and your plan, and nothing else.',
    ]),
    tdd
      ? section('Tests first', [
          'For each new behaviour plan a test first, then the implementation that makes it pass, in as little code as that takes.',
          'Every implementation depends on its test, directly or through other parts. A plan in which one does not is refused.',
          'The test must fail for the right reason before the implementation is there: what is missing is the thing to be built.',
          'Where the result deserves it, a refactoring follows, which keeps all tests green.',
          'Integration tests come last, after everything that they bring together.',
        ])
      : '',
    section('Risk', [
      'Low: texts, comments, renames, and commands that only look.',
      'Medium: new or changed functions, and changed tests. When in doubt, medium.',
      'High: configuration, the build, dependencies, authentication and permissions, migrations and deletion of data.',
      'What a person must decide, such as a question of security or of the business, is marked as such and never guessed.',
    ]),
    section('Batches', [
      `Group what belongs together: at most ${batchLimits.low} steps of low risk, at most ${batchLimits.medium} where one is of medium risk.`,
      'A step of high risk, or one for a person, stands alone. What is larger is cut, wherever that falls.',
    ]),
    section('Commands', [
      'A command says by its exit code whether it did what it should. Ask for a pattern in the output only where the code cannot tell.',
      'Never plan a command that waits for input, watches files or does not end.',
      fallbacks[format],
    ]),
    section('Order', [
      'Say of each part what it depends on, and of nothing more: what does not depend on each other may run at the same time.',
      'Declare the files that a part writes. Parts that may run at the same time write different files; a later part joins them.',
      parallel[format],
    ]),
    section('Format', syntax[format]),
    `Write the plan and nothing around it, in this form:\n\n${fence}\n${planExample(format, tdd)}${fence}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`

/** Longer than any fence inside an example. */
const fence = '````'

const section = (title: string, rules: readonly string[]): string =>
  [`## ${title}`, ...rules.map((rule) => `- ${rule}`)].join('\n')

const told = 'Where a command may be missing, name the alternative in the text of its part.'

const fallbacks: Record<ArchitectFormat, string> = {
  'phase-table': told,
  'task-heading': told,
  'subtask-list': told,
  'execution-plan':
    'Give each command that may be missing `fallback_commands`, in the order in which to try them: another package manager, or the tool without its wrapper.',
}

const parallel: Record<ArchitectFormat, string> = {
  'phase-table':
    '`Parallel With` says which phases you believe can run together; say it in both rows. `Depends On` alone decides.',
  'task-heading':
    'A task without `**Depends on:**` waits for the task before it; write `None` where it need not.',
  'subtask-list':
    '`depends: []` means that a subtask can start at once. Subtasks of one layer become one phase.',
  'execution-plan':
    'Batches run one after the other, and `depends_on` names steps that come earlier in the plan.',
}

const syntax: Record<ArchitectFormat, readonly string[]> = {
  'phase-table': [
    'Markdown: one table of phases, and a section for each, whose heading begins with its id.',
    'Sub-headings are its subtasks, in order. `(test)`, `(impl)` or `(refactor)` at the end of one says what it is for.',
    'A fence with `file=PATH` is the whole content of a new file, an `sh` fence a command; `expect=fail` says that it must fail.',
  ],
  'task-heading': [
    'Markdown: a heading `### Task N:` for each part, with `**Depends on:**`, `**Risk:**` and `**Files:**` below it.',
    '`(test)`, `(impl)` or `(refactor)` at the end of a heading says what the task is for. Checkboxes are its steps.',
    '`Run:` and `Expected:` on two lines are a command and its outcome: PASS, FAIL or a text of its output.',
  ],
  'subtask-list': [
    'Markdown: one line for each subtask, `ID. "Title" -> type: TYPE -> depends: [IDS] -> files: [PATHS]`.',
    'The types are `test`, `impl`, `refactor` and `other`. Ids are unique.',
  ],
  'execution-plan': [
    'YAML: a `goal` and `batches` of `steps`. Each step has a unique `id`, a `description` and an `action_type`.',
    '`code`: `file_path` and `code_change`, which is the content of a new file or a unified diff; `replace: true` replaces a file.',
    '`command`: `command`, `fallback_commands`, `expect_exit_code` (0 where it is not given), `expected_output_pattern`, `cwd`.',
    '`validation`: `validation_command` and `success_criteria`. `manual`: a `description`, for a person or an agent.',
    'All: `risk_level`, `estimated_minutes`, `depends_on`, `requires_human_judgment`. A test has `is_test_step: true` and names in `validates_step` what it tests.',
  ],
}
