import type { Plan } from '../../plan/model/plan.ts'
import type { Step } from '../../plan/model/step.ts'
import { labelContent } from '../../text/content/label-content.ts'
import { isOpen } from './is-open.ts'

/**
 * Lists every command that the open steps of a plan and its acceptance checks may run, exactly as it runs,
 * and every call of a function, behind the id of its step or phase and its folder, in plan order. A script
 * begins on the next line.
 */
export const planCommands = (plan: Plan): string[] => {
  const commands: string[] = []
  for (const phase of plan.phases) {
    if (!isOpen(phase)) continue
    for (const subtask of phase.subtasks.filter(isOpen))
      for (const step of subtask.steps)
        for (const command of stepEffects(step)) commands.push(describe(nameStep(step), command, step.cwd))
    for (const { command, cwd } of phase.acceptance ?? [])
      commands.push(describe(`check of phase ${phase.id}`, command, cwd))
  }
  return commands
}

const nameStep = ({ id, keep }: Step): string =>
  keep === undefined ? id : `${id}, runs until the end of the run`

const describe = (whose: string, command: string, cwd: string | undefined): string =>
  labelContent(cwd === undefined ? whose : `${whose}, in ${cwd}`, command)

/** Lists the call of a step, and its commands. */
export const stepEffects = (step: Step): string[] => [
  ...(step.action === 'function' ? [`function ${describeCall(step)}`] : []),
  ...stepCommands(step),
]

/** Describes the call of a step, as code writes it. */
export const describeCall = ({ name = '', input }: Step): string =>
  `${name}(${input === undefined ? '' : JSON.stringify(input)})`

/** Lists the commands of a step in the order in which they are tried. */
export const stepCommands = (step: Step): string[] => {
  if (step.action === 'manual') return []
  if (step.action === 'code' || step.action === 'function')
    return step.validationCommand === undefined ? [] : [step.validationCommand]
  const main = step.action === 'validation' ? (step.validationCommand ?? step.command) : step.command
  return [...(main === undefined ? [] : [main]), ...step.fallbackCommands]
}
