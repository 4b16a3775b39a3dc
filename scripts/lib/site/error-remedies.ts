import type { AmeliaErrorCode } from '../../../packages/core/src/lib/error/amelia-error.ts'

/** Remedies of each error. The causes are the docstrings of `AmeliaErrorDetails`. */
export const errorRemedies: Readonly<Record<AmeliaErrorCode, string>> = {
  PLAN_INVALID:
    'Fix each issue at its line; `amelia check PLAN` lists them, and the table below explains them.',
  OPTION_INVALID:
    'Correct the option that the message names; the message has the value and the expected one.',
  PLATFORM_UNSUPPORTED:
    'Start the program inside WSL, or use a host without processes, such as `isomorphicHost` of `@amelia/git-isomorphic`.',
  DRIVER_MISSING:
    'Pass a `driver` (`--driver`) to `createRun`, and the same one to `openRun`, or give each named phase structured steps.',
  FUNCTION_MISSING:
    'Pass the functions that the message names as `functions` to `createRun` and `openRun`. The command line has none: run such a plan from a program.',
  NOT_A_REPOSITORY: 'Run `git init` and commit, or name the repository with `repo` (`--repo`).',
  REPOSITORY_NOT_READY:
    'Follow the message: for instance commit once, finish the merge or rebase, or set `user.name` and `user.email`. `amelia doctor` checks all of it.',
  TARGET_INVALID:
    'Choose another `target` (`--target`), or leave it out to get a new branch below `amelia/`.',
  GIT_FAILED: 'Read the `output` of the command; fix the cause, then resume the run.',
  GIT_LOCKED: 'Let the other git process end. If none runs, delete the lock files that the error lists.',
  REF_MOVED: 'Read the references again and repeat the transaction with their present values.',
  PATH_DENIED: 'Use a path inside the workspace, without `..`, and outside `.git`.',
  RUN_NOT_FOUND:
    'List the ids with `amelia runs` or `listRuns`, and check the repository or store. If the process of `createRun` ended before `start` had written the first record, create the run again.',
  RUN_EXISTS: 'Resume the existing run with `openRun`, or choose another `runId`.',
  RUN_LOCKED:
    'Wait for the process that `holder` names, stop it, or use `watchRun` and `answerRun`, which need no lock.',
  RUN_SHARED:
    'Use a host that reaches the shared repository (`clusterHost` of `@amelia/engine-dbos`), or add `--remote URL` to the command; `amelia resume` also needs `--engine dbos`.',
  RUN_VERSION: 'Resume the run with the version that the message names, or start a new run.',
  RUN_DAMAGED:
    'Restore the journal from a backup, or run `amelia resume RUN --repair` (in code the `repair` of the store): the run continues from the records before the damage.',
  COMMIT_MISSING:
    "Fetch the run from the repository that its machines share, such as with `git fetch origin 'refs/amelia/RUN/*:refs/amelia/RUN/*'`.",
  RUN_UNREADABLE: 'Read the run without a limit, or with a longer one.',
  LEASE_LOST: 'Stop this process: another one continues the run. `readRun` shows its state.',
  STORE_FAILED: 'Free space, or restore access to the disk or the database; then resume the run.',
  GATE_UNKNOWN: 'Answer one of the gates in `open`.',
  GATE_EXPIRED: 'Nothing: the first answer counts, and this one changed nothing.',
  GATE_CHOICE: 'Choose one of `choices`.',
  COMMAND_INVALID: 'Correct the answer or request as the message says, and send it again.',
  NOT_REOPENED: 'Name a phase, subtask or step that failed or was skipped; `amelia status` lists them.',
  NOT_CANCELLED: 'Name a phase or step of `running`.',
  NOT_FORKED:
    'Name a phase of the plan for which the message gives no reason against it; `amelia status RUN` lists them.',
  NOT_STEERED: 'Name one of the phases in `open`, or wait until earlier texts are delivered.',
  WORK_SUPERSEDED: 'Stop this work: another dispatch continues the phase.',
  RUN_ENDED:
    'Open a run that waits, has failed or was cancelled again with `openRun`. Otherwise start a new run, or fork this one with `forkRun`.',
  RUN_NOT_ENDED: 'Resume the run to its end, or abort it; then clean it.',
  PLAN_NOT_WRITTEN:
    'Correct the plan in `text`, or call `generatePlan` again with a clearer goal or `context`.',
  DRIVER_FAILED:
    'In a run, the [class of the failure](../project/architecture.md#failures) decides; elsewhere, read the message.',
  CALL_ABANDONED:
    'Fix the plugin: it must end after its `signal` aborts. A longer `callGraceMs` gives it more time.',
  CALL_ABORTED: 'Nothing: the program stopped the call. Call again with a signal that has not aborted.',
  REQUEST_REFUSED: 'Correct the request as `reason` says: for instance the token, the method or the size.',
  SERVER_UNREACHABLE: 'Check the address and that the server runs. Watches reconnect by themselves.',
  RETURN_INVALID: 'Fix the method that the error names; its contract tests find such values.',
  INTERNAL: 'Report the bug with the message and, if possible, the journal of the run.',
}
