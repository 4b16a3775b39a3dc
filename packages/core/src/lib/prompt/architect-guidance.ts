import { batchLimits } from '../policy/dispatch/batch-limits.ts'
import type { ArchitectFormat } from './architect-formats.ts'
import { planExample } from './plan-example.ts'

/** The form of the plan that an agent is asked to write. */
export interface ArchitectGuidance {
  /** The format of the requested plan. */
  format: ArchitectFormat
  /** Whether each implementation needs a test that comes before it. */
  tdd: boolean
}

/**
 * Builds the instructions for an agent that writes a plan: parts, tests first, risk, batches, commands,
 * dependencies, and an example in the format (seeds: intelligent-execution, Architect Integration;
 * phased-execution, TDD Workflow).
 *
 * The caller adds the goal and the context of the repository. The limits of batches are those of
 * `splitBatches`.
 */
export const buildArchitectGuidance = ({ format, tdd }: ArchitectGuidance): string =>
  `${[
    section('Parts', [
      'Divide the work into parts that can each be verified and committed separately. The repository must work after each part.',
      'Write steps that take two to five minutes each. Name the file, and give the exact code or the exact command.',
      'State the goal of each part and how to check that it is met. The agent that executes it sees only the repository and your plan.',
      ...header[format],
      'Do not plan commits, branches or pushes: each part is committed once it has passed its checks.',
    ]),
    tdd
      ? section('Tests first', [
          'For each new behaviour, plan a test first, then the smallest implementation that makes it pass.',
          'Every implementation depends on its test, directly or through other parts. A plan that breaks this rule is refused.',
          'Before the implementation exists, the test must fail for the right reason: the behaviour under test is missing.',
          'Add a refactoring afterwards if the code needs one. It keeps all tests green.',
          'Integration tests come last, after all the parts that they combine.',
        ])
      : '',
    section('Risk', [
      'Low: texts, comments, renames, and read-only commands.',
      'Medium: new or changed functions, and changed tests. When in doubt, medium.',
      'High: configuration, the build, dependencies, authentication and permissions, migrations and deletion of data.',
      'Mark decisions that a person must make, such as questions of security or business. Never guess them.',
    ]),
    section('Batches', [
      `Group related steps: at most ${batchLimits.low} if all are low risk, at most ${batchLimits.medium} if one is medium risk.`,
      'A high-risk step, or a step for a person, is a batch by itself. A larger batch is split automatically, at any step.',
    ]),
    section('Commands', [
      'The exit code of a command shows whether it succeeded. Check the output for a pattern only if the exit code is not enough.',
      'Never plan a command that waits for input, watches files or does not terminate.',
      fallbacks[format],
    ]),
    section('Order', [
      'List the direct dependencies of each part and no others. Parts without a dependency on each other may run at the same time.',
      'Declare the files that each part writes. Parts that may run at the same time write different files; a later part combines their work.',
      parallel[format],
    ]),
    section('Format', syntax[format]),
    `Answer with the plan only, in this form:\n\n${fence}\n${planExample(format, tdd)}${fence}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`

/** Longer than any fence inside an example. */
const fence = '````'

const section = (title: string, rules: readonly string[]): string =>
  [`## ${title}`, ...rules.map((rule) => `- ${rule}`)].join('\n')

const forAllParts = [
  'Before the first part, state the goal, the architecture, and the constraints that hold for all parts: each agent is bound by them.',
]

const header: Record<ArchitectFormat, readonly string[]> = {
  'phase-table': forAllParts,
  'task-heading': forAllParts,
  'subtask-list': forAllParts,
  // It has a goal and steps only.
  'execution-plan': [],
}

const inText = 'If a command may be missing, name an alternative in the text of its part.'

const fallbacks: Record<ArchitectFormat, string> = {
  'phase-table': inText,
  'task-heading': inText,
  'subtask-list': inText,
  'execution-plan':
    'Give each command that may be missing `fallback_commands`, in the order to try them: another package manager, or the tool without its wrapper.',
}

const parallel: Record<ArchitectFormat, string> = {
  'phase-table':
    '`Parallel With` names phases that you expect to run together; fill it in both rows. Only `Depends On` decides.',
  'task-heading':
    'A task without `**Depends on:**` waits for the task before it; write `None` if it does not need to.',
  'subtask-list':
    'A subtask without `depends` waits for the one before it; write `depends: []` if it can start immediately. Subtasks of one layer become one phase.',
  'execution-plan':
    'Batches run one after the other, and `depends_on` names steps that come earlier in the plan.',
}

const syntax: Record<ArchitectFormat, readonly string[]> = {
  'phase-table': [
    'Markdown: one table of phases, and one section per phase, whose heading begins with the id of the phase.',
    'Sub-headings are its subtasks, in order. `(test)`, `(impl)` or `(refactor)` at the end of a sub-heading sets its type.',
    'A fence with `file=PATH` is the complete content of a new file. An `sh` fence is a command; with `expect=fail` it must fail.',
  ],
  'task-heading': [
    'Markdown: a heading `### Task N:` for each part, with `**Depends on:**`, `**Risk:**` and `**Files:**` below it.',
    '`(test)`, `(impl)` or `(refactor)` at the end of a heading sets the type of the task. Checkboxes are its steps.',
    '`Run:` and `Expected:` on two lines are a command and its expected outcome: PASS, FAIL or a text in its output.',
  ],
  'subtask-list': [
    'Markdown: one line for each subtask, `ID. "Title" -> type: TYPE -> depends: [IDS] -> files: [PATHS]`.',
    'The types are `test`, `impl`, `refactor` and `other`. Ids are unique.',
  ],
  'execution-plan': [
    'YAML: a `goal` and `batches` of `steps`. Each step has a unique `id`, a `description` and an `action_type`.',
    '`code`: `file_path` and `code_change`, the content of a new file or a unified diff; `replace: true` replaces a file.',
    '`command`: `command`, `fallback_commands`, `expect_exit_code` (default 0), `expected_output_pattern`, `cwd`.',
    '`validation`: `validation_command` and `success_criteria`. `manual`: a `description`, for a person or an agent.',
    'All: `risk_level`, `estimated_minutes`, `depends_on`, `requires_human_judgment`. A test has `is_test_step: true`, and `validates_step` names the step that it tests.',
  ],
}
