import {
  type DriverV1,
  type Plan,
  planBatches,
  type PresetName,
  renderDryRun,
  type SettingValue,
  type Stack,
  viewPhases,
} from '@amelia/core'
import { detectStack } from './detect-stack.ts'
import { describeTdd } from './describe-tdd.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import type { PlanFile } from './read-plan-file.ts'
import { readProjectFiles } from './read-project-files.ts'
import { describePreset } from './render-check.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Prints a preview of a run. */
export const printDryRun = async (
  terminal: Terminal,
  { path, check }: PlanFile,
  plan: Plan,
  options: {
    repo: string
    target?: string
    commit?: string
    inPlace?: boolean
    verify: Readonly<Record<string, readonly string[]>>
    preset?: PresetName
    tdd?: SettingValue<'tdd'>
    oneSession?: boolean
    argv: readonly string[]
  },
  drivers: readonly DriverV1[] = [],
): Promise<void> => {
  const command = ['amelia', ...options.argv.filter((argument) => argument !== '--dry-run')]
  const tdd = describeTdd(plan, options.tdd)
  const settings: [string, string][] = [
    ['Target', targetOf(options)],
    ['Preset', describePreset(options.oneSession === true ? { format: '' } : plan, options.preset)],
    ['Verification', describeChecks(options.verify)],
    ...(plan.totalMinutes === undefined
      ? []
      : ([['Estimate', `${plan.totalMinutes} min`]] satisfies [string, string][])),
    ...(tdd === undefined ? [] : ([['TDD', tdd]] satisfies [string, string][])),
  ]
  const preview = renderDryRun(
    {
      plan: path,
      goal: plan.goal,
      stack: await readStack(options.repo),
      phases: viewPhases(plan),
      batches: check.graph === undefined ? [] : planBatches(check.graph),
      issues: check.issues,
      settings,
      agents: drivers.map(({ id, access }) => ({ name: id, ...(access === undefined ? {} : { access }) })),
      command: command.map(quoteArgument).join(' '),
    },
    { width: terminal.columns },
  )
  terminal.out(preview)
}

const describeChecks = (checks: Readonly<Record<string, readonly string[]>>): string => {
  const commands = Object.values(checks).map((command) => command.map(quoteArgument).join(' '))
  return commands.length === 0 ? 'not verified: no check is configured' : commands.join(', ')
}

const targetOf = ({
  target,
  commit,
  inPlace,
}: {
  target?: string
  commit?: string
  inPlace?: boolean
}): string => {
  if (commit === 'message-only') return 'your checkout, staged and not committed'
  return target ?? (inPlace === true ? 'the current branch' : 'a new branch, amelia/...')
}

const readStack = async (folder: string): Promise<Stack> => {
  const { names, texts } = await readProjectFiles(folder)
  return detectStack(names, texts)
}
