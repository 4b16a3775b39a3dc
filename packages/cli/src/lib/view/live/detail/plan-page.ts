import type { Plan } from '@amelia/core'
import { wrapText } from '../../../terminal/wrap-text.ts'
import { splitOutput } from './split-output.ts'
import { type PageView, wrapLabel } from './wrap-label.ts'

/** Lists what the plan says about a phase. */
export const planPage = ({ phases }: Plan, phaseId: string, view: PageView): string[] => {
  const phase = phases.find(({ id }) => id === phaseId)
  if (!phase) return []
  const { title, body, dependsOn, files, acceptance = [], subtasks } = phase
  return [
    ...wrapLabel(title, view).map((line) => view.paint(line, 'strong')),
    ...(dependsOn.length === 0 ? [] : wrapLabel(`After: ${dependsOn.join(', ')}`, view)),
    ...(files.length === 0 ? [] : wrapLabel(`Files: ${files.join(', ')}`, view)),
    ...textOf(body, view),
    ...subtasks.flatMap((subtask) => [
      '',
      ...wrapLabel(subtask.title, view).map((line) => view.paint(line, 'strong')),
      ...textOf(subtask.body, view),
      ...subtask.steps.flatMap(({ description, command, action }) =>
        wrapLabel(`- ${description || (command ?? action)}`, view),
      ),
    ]),
    ...(acceptance.length === 0 ? [] : ['', view.paint('Acceptance', 'strong')]),
    ...acceptance.flatMap((each) => wrapLabel(`- ${each.command}`, view)),
  ]
}

const textOf = (text: string, { columns }: PageView): string[] =>
  splitOutput(text).flatMap((line) => wrapText(line, columns - 1))
