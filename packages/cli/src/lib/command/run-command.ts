import { resolve } from 'node:path'
import {
  AmeliaError,
  createRun,
  type Plan,
  type PresetName,
  type SettingValue,
  plainLabel,
  type Run,
  type RunOptions,
  splitBatches,
} from '@amelia/core'
import { nodeHost, readSecrets } from '@amelia/node'
import { askAtTerminal, type GateAsker } from '../question/ask-at-terminal.ts'
import { checkFolder } from '../stored/check-folder.ts'
import { executeRun } from '../stored/execute-run.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { printDryRun } from '../document/print-dry-run.ts'
import { printIssues } from '../document/print-issues.ts'
import { readCommand } from '../setting/read-command.ts'
import type { DriverFlags } from '../setting/driver-flags.ts'
import { readDriver } from '../setting/read-driver.ts'
import { type PlanFile, type PlanReading, readPlanFile } from '../document/read-plan-file.ts'
import { type ReviewerFlags, readReviewers } from '../setting/read-reviewers.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { type WorkspaceFlags, workspaceOptions } from '../setting/workspace-options.ts'

/** What the user gave `run` besides the plan. */
export interface RunCommandOptions extends PlanReading, WorkspaceFlags, ReviewerFlags, DriverFlags {
  repo: string
  target?: string
  preset?: PresetName
  concurrency?: number
  onFailure?: SettingValue<'onFailure'>
  order?: SettingValue<'order'>
  maxAttempts?: number
  budgetUsd?: number
  budgetTokens?: number
  oneSession?: boolean
  trust?: SettingValue<'trust'>
  yes?: boolean
  trackerId?: string
  test?: string
  lint?: string
  typecheck?: string
  build?: string
  tdd?: SettingValue<'tdd'>
  /** The phases are done in the user's own checkout, which may have changes of its own. */
  inPlace?: boolean
  allowDirty?: boolean
  /** `auto` is another word for `phase`. */
  commit: SettingValue<'publish'> | 'auto'
  artefacts: boolean
  dryRun?: boolean
  json?: boolean
  /** The command line as it was typed, for what to type next. */
  argv: readonly string[]
}

/** Runs a plan. Everything is checked before anything is written. */
export const runCommand = async (
  terminal: Terminal,
  path: string,
  options: RunCommandOptions,
): Promise<number> => {
  const { driver } = await readDriver(options, { ready: options.dryRun !== true })
  const verify = readChecks(options)
  checkPlace(options)
  const file = await readPlanFile(path, options, splitBatches)
  const { plan, ok } = file.check
  if (!ok || plan === undefined) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  await checkFolder(options.repo)

  const attended = terminal.attended && options.json !== true
  const asker = attended ? askAtTerminal(terminal) : undefined
  const run = await makeRun(terminal, file, plan, options, { verify, driver, asker })
  if (run === undefined) return exitCode.usage
  if (options.dryRun === true) {
    await printDryRun(terminal, file, plan, options)
    return exitCode.completed
  }
  if (!attended && options.trust === undefined) {
    throw usageError(
      'Nobody can be asked here, so say how much the run may do on its own.',
      'Add --trust autonomous (asks at high risk and when something is stuck), standard or paranoid.',
    )
  }
  if (options.json !== true) printIssues(terminal, file)
  if (options.inPlace === true && (options.concurrency ?? 1) > 1)
    terminal.error('In place the phases are done one at a time: --concurrency says nothing there.\n')
  try {
    return await executeRun(terminal, run, plan, options, asker)
  } finally {
    await driver?.close?.()
  }
}

/** What a run is made with besides its options. */
interface RunParts {
  verify: Record<string, string[]>
  driver: RunOptions['driver']
  asker: GateAsker | undefined
}

/** The run, or undefined when the plan cannot be run so and the user was told why. */
const makeRun = async (
  terminal: Terminal,
  file: PlanFile,
  plan: Plan,
  options: RunCommandOptions,
  { verify, driver, asker }: RunParts,
): Promise<Run | undefined> => {
  const { yes, oneSession, commit, artefacts } = options
  const host = nodeHost({ repo: options.repo, ...workspaceOptions(options) })
  try {
    const run = await createRun({
      plan: { ...plan, file: resolve(file.path) },
      host,
      planApproved: yes === true,
      enablePhasedExecution: oneSession !== true,
      publish: commit === 'auto' ? 'phase' : commit,
      ...(options.inPlace && { inPlace: true }),
      ...(options.allowDirty && { allowDirty: true }),
      artefacts: artefacts ? 'commit' : 'none',
      verify,
      secrets: readSecrets(process.env),
      ...readReviewers(options),
      ...(driver && { driver }),
      ...(asker && { onGate: asker.ask }),
      ...given(options),
    })
    for (const note of (await host.git.inspect()).notes) terminal.error(`note: ${plainLabel(note)}\n`)
    return run
  } catch (error) {
    if (!AmeliaError.is(error, 'DRIVER_MISSING')) throw error
    const first = plan.phases.find(({ id }) => error.details.phaseIds.includes(id))
    const place = `${plainLabel(file.path)}:${first?.line ?? 1}:1:`
    const { paintError: paint } = terminal
    terminal.error(`${paint(place, 'strong')} ${paint('error:', 'bad')} ${plainLabel(error.message)}\n`)
    return undefined
  }
}

/** What the user said, and nothing else: what is left out is the preset's. */
const given = ({
  preset,
  concurrency,
  onFailure,
  order,
  maxAttempts,
  budgetUsd,
  budgetTokens,
  trust,
  tdd,
  target,
  trackerId,
}: RunCommandOptions): Partial<RunOptions> => ({
  ...(preset !== undefined && { preset }),
  ...(concurrency !== undefined && { concurrency }),
  ...(onFailure !== undefined && { onFailure }),
  ...(order !== undefined && { order }),
  ...(maxAttempts !== undefined && { maxAttempts }),
  ...((budgetUsd !== undefined || budgetTokens !== undefined) && {
    budget: {
      ...(budgetUsd !== undefined && { usd: budgetUsd }),
      ...(budgetTokens !== undefined && { tokens: budgetTokens }),
    },
  }),
  ...(trust !== undefined && { trust }),
  ...(tdd !== undefined && { tdd }),
  ...(target !== undefined && { target }),
  ...(trackerId !== undefined && { trackerId }),
})

/** A checkout has what it needs, and its phases take turns. */
const checkPlace = ({ inPlace, allowDirty, setup, copy, link }: RunCommandOptions): void => {
  if (allowDirty && !inPlace)
    throw usageError(
      '--allow-dirty is for --in-place: any other run leaves your checkout alone, whatever is in it.',
      'Leave it out, or add --in-place.',
    )
  if (inPlace && (setup ?? copy ?? link))
    throw usageError(
      '--setup, --copy and --link make workspaces ready; with --in-place there are none.',
      'Leave them out, and make your checkout ready before.',
    )
}

const readChecks = (options: RunCommandOptions): Record<string, string[]> => {
  const checks: Record<string, string[]> = {}
  for (const name of ['test', 'lint', 'typecheck', 'build'] as const) {
    const command = options[name]
    if (command !== undefined) checks[name] = readCommand(name, command)
  }
  if (options.tdd === 'full' && checks['test'] === undefined)
    throw usageError(
      '--tdd full needs to know how tests are run.',
      'Add --test, for instance --test "npm test".',
    )
  return checks
}
