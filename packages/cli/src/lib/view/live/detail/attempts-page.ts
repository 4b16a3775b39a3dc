import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type PageView, wrapLabel } from './wrap-label.ts'

/** Lists the attempts of a phase with their sessions, and why each ended. `turns`: the latter, by attempt. */
export const attemptsPage = (
  { attempts = [], attempt: last, subtasks = [] }: PhaseReport,
  turns: ReadonlyMap<number, readonly string[]>,
  view: PageView,
): string[] => {
  if (last === 0) return ['The phase has not begun.']
  const numbers = Array.from({ length: last }, (_, at) => at + 1)
  const parts = subtasks.flatMap(({ title, status, attempt, error }) =>
    wrapLabel(
      `${status}, attempt ${attempt}: ${title}${error === undefined ? '' : `: ${error}`}`,
      view,
      '  ',
    ),
  )
  return [
    ...numbers.flatMap((number) => {
      const { spent, sessions = [] } = attempts.find(({ attempt }) => attempt === number) ?? {}
      const cost = spent ? words.describeUsage(spent) : 'no session of an agent'
      return [
        view.paint(`Attempt ${number}: ${cost}`, 'strong'),
        ...sessions.flatMap(({ number: session, role, driver, model, durationMs, transcript }) =>
          wrapLabel(
            [
              `session ${session}, ${role}: ${driver}`,
              ...(model === undefined ? [] : [model]),
              durationMs === 0 ? 'running' : words.formatDuration(durationMs),
              ...(transcript === undefined ? [] : [transcript.page.place]),
            ].join(', '),
            view,
            '  ',
          ),
        ),
        ...(turns.get(number) ?? []).flatMap((text) => wrapLabel(text, view, '  ')),
      ]
    }),
    ...(parts.length === 0 ? [] : ['', view.paint('Subtasks', 'strong'), ...parts]),
  ]
}
