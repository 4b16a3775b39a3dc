import { stat } from 'node:fs/promises'
import {
  AmeliaError,
  createRun,
  type Plan,
  type PresetName,
  plainLabel,
  renderReport,
  type Run,
  type RunOptions,
  splitBatches,
  splitCommand,
} from '@amelia/core'
import { nodeHost, type NodeHostOptions } from '@amelia/node'
import { askAtTerminal, type GateAsker } from './ask-at-terminal.ts'
import { exitCode, exitCodeOf } from './exit-code.ts'
import { nextSteps } from './next-steps.ts'
import { printDryRun } from './print-dry-run.ts'
import { printIssues } from './print-issues.ts'
import { type PlanFile, type PlanReading, readPlanFile } from './read-plan-file.ts'
import { createRunView } from './run-view.ts'
import type { Terminal } from './terminal.ts'
import { usageError } from './usage-error.ts'
import { watchSignals } from './watch-signals.ts'

/** What the user gave `run` besides the plan. */
export interface RunCommandOptions extends PlanReading {
  driver: string
  repo: string
  target?: string
  preset?: PresetName
  concurrency?: number
  onFailure?: 'halt' | 'continue'
  order?: 'dataflow' | 'batches'
  maxAttempts?: number
  oneSession?: boolean
  trust?: 'paranoid' | 'standard' | 'autonomous'
  yes?: boolean
  trackerId?: string
  test?: string
  lint?: string
  typecheck?: string
  build?: string
  tdd?: 'off' | 'static' | 'full'
  /** `auto` is another word for `phase`. */
  commit: 'phase' | 'auto' | 'single' | 'message-only'
  artefacts: boolean
  setup?: string[]
  copy?: string[]
  link?: string[]
  dryRun?: boolean
  json?: boolean
  /** The command line as it was typed, for what to type next. */
  argv: readonly string[]
}

const drivers = ['steps']

/** Runs a plan. Everything is checked before anything is written. */
export const runCommand = async (
  terminal: Terminal,
  path: string,
  options: RunCommandOptions,
): Promise<number> => {
  if (!drivers.includes(options.driver)) {
    throw usageError(`There is no driver "${options.driver}".`, `Drivers: ${drivers.join(', ')}.`)
  }
  const verify = readChecks(options)
  const file = await readPlanFile(path, options, splitBatches)
  const { plan, ok } = file.check
  if (!ok || plan === undefined) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  await checkFolder(options.repo)

  const attended = terminal.attended && options.json !== true
  const asker = attended ? askAtTerminal(terminal) : undefined
  const run = await makeRun(terminal, file, plan, options, verify, asker)
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
  return execute(terminal, run, plan, options, asker)
}

/** The run, or undefined when the plan cannot be run so and the user was told why. */
const makeRun = async (
  terminal: Terminal,
  file: PlanFile,
  plan: Plan,
  options: RunCommandOptions,
  verify: Record<string, string[]>,
  asker: GateAsker | undefined,
): Promise<Run | undefined> => {
  const { yes, oneSession, commit, artefacts } = options
  try {
    return await createRun({
      plan,
      host: nodeHost({ repo: options.repo, ...workspaceOptions(options) }),
      planApproved: yes === true,
      enablePhasedExecution: oneSession !== true,
      publish: commit === 'auto' ? 'phase' : commit,
      artefacts: artefacts ? 'commit' : 'none',
      verify,
      ...(asker && { onGate: asker.ask }),
      ...given(options),
    })
  } catch (error) {
    if (!AmeliaError.is(error, 'DRIVER_MISSING')) throw error
    const first = plan.phases.find(({ id }) => error.details.phaseIds.includes(id))
    const place = `${plainLabel(file.path)}:${first?.line ?? 1}:1:`
    const { paintError: paint } = terminal
    terminal.error(`${paint(place, 'strong')} ${paint('error:', 'bad')} ${plainLabel(error.message)}\n`)
    return undefined
  }
}

const execute = async (
  terminal: Terminal,
  run: Run,
  plan: Plan,
  options: RunCommandOptions,
  asker: GateAsker | undefined,
): Promise<number> => {
  const view = createRunView(terminal, run, plan, options.json === true)
  const signals = watchSignals(run, view.interrupted)
  asker?.attach({ pause: view.pause, resume: view.resume, interrupt: signals.interrupt })
  terminal.gone.addEventListener('abort', run.cancel)
  try {
    const report = await run.start()
    view.stop()
    if (options.json !== true) {
      const { columns, ascii, paint } = terminal
      const next = nextSteps(report, options)
      terminal.out(`\n${renderReport(report, { width: Math.min(columns, 100), ascii, paint, next })}`)
    }
    return exitCodeOf(report.status)
  } finally {
    view.stop()
    asker?.close()
    signals.close()
    terminal.gone.removeEventListener('abort', run.cancel)
  }
}

/** What the user said, and nothing else: what is left out is the preset's. */
const given = ({
  preset,
  concurrency,
  onFailure,
  order,
  maxAttempts,
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
  ...(trust !== undefined && { trust }),
  ...(tdd !== undefined && { tdd }),
  ...(target !== undefined && { target }),
  ...(trackerId !== undefined && { trackerId }),
})

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

/** What a workspace needs beside the commit's files. */
const workspaceOptions = ({ setup, copy, link }: RunCommandOptions): NodeHostOptions => ({
  ...(setup && { setup: setup.map((command) => readCommand('setup', command)) }),
  ...(copy && { copy }),
  ...(link && { link }),
})

const readCommand = (name: string, command: string): string[] => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  if (unclosed !== undefined) {
    throw usageError(
      `--${name} ${command}: ${unclosed === '\\' ? 'it ends with a backslash' : `the quote ${unclosed} is not closed`}.`,
    )
  }
  if (shellSyntax !== undefined) {
    throw usageError(
      `--${name} ${command}: only a shell understands "${shellSyntax}", and none is used.`,
      `Name a program and its arguments, or ask for a shell yourself: --${name} "sh -c '...'".`,
    )
  }
  if (argv.length === 0)
    throw usageError(`--${name} is empty.`, `Give the command, for instance --${name} "npm run ${name}".`)
  return argv
}

const checkFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  const advice = 'Name the folder of a git repository: --repo DIR.'
  if (found === undefined) throw usageError(`There is no folder ${path}.`, advice)
  if (!found.isDirectory()) throw usageError(`${path} is not a folder.`, advice)
}
