import type { Plan } from '../plan/plan-schema.ts'

/** Every command that the steps of a plan may run, with the id of its step, in plan order. Finished phases run none. */
export const planCommands = (plan: Plan): string[] => {
  const commands: string[] = []
  for (const phase of plan.phases) {
    if (phase.status === 'done' || phase.status === 'skipped') continue
    for (const subtask of phase.subtasks)
      for (const step of subtask.steps)
        for (const command of [step.command, ...step.fallbackCommands, step.validationCommand])
          if (command !== undefined) commands.push(`${step.id}: ${command}`)
  }
  return commands
}
