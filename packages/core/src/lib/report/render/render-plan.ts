import type { Plan } from '../../plan/model/plan.ts'
import { stepEffects } from '../../policy/dispatch/plan-commands.ts'

/**
 * Renders a plan for people and agents: its source text, or for a plan built in code, a text with the same
 * content.
 */
export const renderPlan = (plan: Plan): string => {
  if (plan.source !== '') return plan.source.endsWith('\n') ? plan.source : `${plan.source}\n`
  const phases = plan.phases.map(({ id, title, body, dependsOn, subtasks }) =>
    [
      `## Phase ${id}: ${title}`,
      ...(dependsOn.length === 0 ? [] : [`Depends on: ${dependsOn.join(', ')}`]),
      ...(body.trim() === '' ? [] : [body.trim()]),
      ...subtasks.map(({ id: subtaskId, title: name, type, body: text, steps }) =>
        [
          `### ${subtaskId} [${type}] ${name}`,
          ...(text.trim() === '' ? [] : [text.trim()]),
          ...steps.map((step) => {
            const does = [step.filePath ?? '', ...stepEffects(step)].filter((part) => part !== '')
            return `- ${step.id} (${step.action}) ${[step.description, ...does].filter((part) => part !== '').join(': ')}`
          }),
        ].join('\n\n'),
      ),
    ].join('\n\n'),
  )
  return `${[`# ${plan.title || plan.goal || 'Plan'}`, ...(plan.goal ? [plan.goal] : []), ...phases].join('\n\n')}\n`
}
