import type { Plan } from '../plan/plan-schema.ts'
import { isOpen } from './is-open.ts'

/** Every command that the steps of a plan may run, with the id of its step, in plan order. What is not to be run names none. */
export const planCommands = (plan: Plan): string[] => {
  const commands: string[] = []
  for (const phase of plan.phases) {
    if (!isOpen(phase)) continue
    for (const subtask of phase.subtasks.filter(isOpen))
      for (const step of subtask.steps)
        for (const command of [step.command, ...step.fallbackCommands, step.validationCommand])
          if (command !== undefined) commands.push(`${step.id}: ${command}`)
  }
  return commands
}
