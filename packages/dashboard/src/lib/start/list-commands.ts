import type { Plan } from '@amelia/core'

/** A command that a plan runs. */
export interface PlannedCommand {
  phaseId: string
  /** Absent for a check that decides whether the phase is accepted. */
  stepId?: string
  /** The role of the command, where it is not the main one of its step. */
  as?: 'function' | 'fallback' | 'validation' | 'acceptance'
  /** Exactly as it runs, or the call of a function. */
  command: string
  /** The folder, if it is not the root. */
  cwd?: string
  /** Whether it goes through `sh`. */
  shell: boolean
  /** Whether a person is asked before it runs. */
  asks: boolean
}

/** Lists the commands that a plan runs without an agent, in the order of the plan. */
export const listCommands = ({ phases }: Pick<Plan, 'phases'>): PlannedCommand[] =>
  phases.flatMap(({ id: phaseId, subtasks, acceptance = [] }) => [
    ...subtasks.flatMap(({ steps }) =>
      steps.flatMap((step): PlannedCommand[] => {
        const {
          id: stepId,
          action,
          name = '',
          input = {},
          shell,
          cwd,
          risk,
          requiresHumanJudgment,
          command,
          validationCommand,
        } = step
        const asks = risk === 'high' || requiresHumanJudgment
        const common = { phaseId, stepId, shell, asks, ...(cwd !== undefined && { cwd }) }
        return [
          ...(action === 'function'
            ? [{ ...common, as: 'function' as const, command: `${name}(${JSON.stringify(input)})` }]
            : []),
          ...(command === undefined ? [] : [{ ...common, command }]),
          ...step.fallbackCommands.map((each) => ({
            ...common,
            as: 'fallback' as const,
            command: each,
          })),
          ...(validationCommand === undefined
            ? []
            : [{ ...common, as: 'validation' as const, command: validationCommand }]),
        ]
      }),
    ),
    ...acceptance.map(({ command, cwd }): PlannedCommand => {
      const place = cwd === undefined ? {} : { cwd }
      return { phaseId, as: 'acceptance', command, shell: false, asks: false, ...place }
    }),
  ])
