import type { PlanIssueCode } from '../../../packages/core/src/lib/plan/plan-issue.ts'

/** The cause of each issue of a plan, and what to do about it. */
export const planIssueCauses: Readonly<Record<PlanIssueCode, { cause: string; remedy: string }>> = {
  PLAN_EMPTY: {
    cause: 'The text is empty, or contains only white space.',
    remedy: 'Check that the file is the right one.',
  },
  PLAN_ENCODING: {
    cause: 'The file is not valid UTF-8 text.',
    remedy: 'Save it as UTF-8, and check that it is not a binary file.',
  },
  PLAN_TOO_LARGE: {
    cause: 'The text, or the work to resolve its references, is over the limit.',
    remedy: 'Split the work into several plans.',
  },
  PLAN_SYNTAX: {
    cause: 'The YAML or JSON cannot be parsed, or a parser failed.',
    remedy: 'Correct the text at the line; for your own parser, run its contract tests.',
  },
  PLAN_SCHEMA: {
    cause: 'A value has the wrong type, or is outside of its range.',
    remedy: 'Correct the value that the message names.',
  },
  FORMAT_UNKNOWN: {
    cause: 'The format that the caller named does not exist, or no parser knows the data.',
    remedy: 'Name one of the formats in the message.',
  },
  FORMAT_AMBIGUOUS: {
    cause: 'The text fits two formats equally well.',
    remedy: 'Choose one with `format` (`--plan-format`).',
  },
  NO_PHASES: {
    cause: 'The text looks like a plan, but contains no phase.',
    remedy: 'Add phases, or read the text as one phase with the format `single`.',
  },
  ID_INVALID: {
    cause: 'An id is empty, or contains characters that ids cannot have.',
    remedy: 'Use letters, digits, dots and hyphens.',
  },
  ID_DUPLICATE: {
    cause: 'Two phases, subtasks or steps have the same id after normalisation.',
    remedy: 'Rename one of them.',
  },
  DEPENDENCY_UNKNOWN: {
    cause: 'A dependency names something that is not in the plan.',
    remedy: 'Correct the id; the message suggests the nearest one.',
  },
  DEPENDENCY_SELF: { cause: 'A phase or subtask depends on itself.', remedy: 'Remove that dependency.' },
  PHASE_CYCLE: {
    cause: 'Phases depend on each other in a circle.',
    remedy: 'Remove one dependency of the circle that the message shows.',
  },
  SUBTASK_CYCLE: {
    cause: 'Subtasks of a phase depend on each other in a circle.',
    remedy: 'Remove one of these dependencies.',
  },
  PARALLEL_UNKNOWN: {
    cause: '`Parallel With` names a phase that does not exist.',
    remedy: 'Correct or remove the id. Only `Depends On` decides the order.',
  },
  PARALLEL_NOT_MUTUAL: {
    cause: '`Parallel With` names a phase that does not name this one.',
    remedy: 'Name both in each other, or remove the claim.',
  },
  PARALLEL_CONTRADICTS_DEPENDENCY: {
    cause: '`Parallel With` names a phase that this one depends on, or the reverse.',
    remedy: 'Remove the claim, or the dependency if it is wrong.',
  },
  PATH_UNSAFE: {
    cause: 'A path is absolute, leaves the repository, or names `.git`.',
    remedy: 'Use a path below the root of the repository.',
  },
  FILE_IGNORED: {
    cause: 'Git ignores a declared file and does not track it, so its phase will fail.',
    remedy: 'Exclude the file from the rule, add it with `git add -f`, or leave it out of the plan.',
  },
  STEP_INVALID: {
    cause: 'A step lacks its command or file, or its parts contradict each other.',
    remedy: 'Complete the step as the message says.',
  },
  COMMAND_NEEDS_SHELL: {
    cause: 'A command contains syntax that only a shell understands, and it runs without one.',
    remedy: 'Put it into a `sh` block, set `shell: true`, or split it into several commands.',
  },
  ESTIMATE_INVALID: {
    cause: 'An estimate is not a number of at least 0, nor a known size.',
    remedy: 'Write minutes, or a size such as `M`.',
  },
  PRIORITY_INVALID: {
    cause: 'A priority is neither an integer nor a known word.',
    remedy: 'Write a number, or `low`, `medium` or `high`.',
  },
  RISK_INVALID: {
    cause: 'A risk is not `low`, `medium` or `high`. A short text, such as `hihg`, counts as `high`.',
    remedy: 'Write `low`, `medium` or `high`.',
  },
  STATUS_UNKNOWN: {
    cause: 'A status is not known, so the phase counts as pending.',
    remedy: 'Use a word of [Plans](../concepts/plans.md), such as `done` or `skipped`.',
  },
  SECTION_UNMATCHED: {
    cause: 'A section looks like that of a phase, but the table has no such phase, or the reverse.',
    remedy: 'Make the ids of the table and the headings equal.',
  },
  KEY_UNKNOWN: {
    cause: 'A key or attribute is not known and is ignored.',
    remedy: 'Correct its spelling, or remove it.',
  },
  NOT_STRUCTURED: {
    cause: 'No format was recognised, so the full text is one phase.',
    remedy: 'Nothing, if that is intended; otherwise use one of the [formats](../concepts/plans.md).',
  },
  TDD_VIOLATION: {
    cause: 'An implementation has no test before it.',
    remedy: "Add a test subtask and depend on it, or turn the check off with `tdd: 'off'` (`--tdd off`).",
  },
  TESTS_NOT_LINKED: {
    cause: 'A phase writes tests that no later phase is known to make pass, so they must pass at once.',
    remedy:
      'Add the dependency, or the file, that the message names to the phase that makes them pass. Nothing, if the tests are for existing code.',
  },
  BATCH_SPLIT: {
    cause: 'A phase had more or riskier steps than the limits allow and was split.',
    remedy: 'Nothing; or change `splitBatches`.',
  },
  SECRET_IN_PLAN: {
    cause: 'The text contains something that looks like a secret.',
    remedy: 'Remove it and revoke it; pass it as an environment variable.',
  },
  FORMAT_GUESSED: {
    cause:
      'The text has no known format, and its outline was read as phases; or fences can be read in two ways.',
    remedy: 'Check the phases; name a format to have it read otherwise.',
  },
  ORDER_GUESSED: {
    cause: 'No phase declares its dependencies, so each depends on the one before it.',
    remedy: 'Nothing, if that is intended; otherwise add a line `**Depends On:**` to a phase.',
  },
  CONTENT_SKIPPED: {
    cause: 'Headings, boxes or parts are not part of the plan as it was read.',
    remedy: 'Check the named lines; move work among the phases.',
  },
  SEVERAL_PLANS: { cause: 'The text contains more than one plan.', remedy: 'Put each into its own file.' },
}
