import type { FrozenPhase } from '../../machine/state/frozen-state.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import { plainLabel } from './plain-label.ts'

/** The steps of a phase that an agent mended, in plan order: of each a line that says what was seen, and what the agent said below it. */
export const describeAdaptations = ({
  planned,
  attempt: { adapted },
}: Pick<FrozenPhase, 'planned'> & { readonly attempt: Pick<FrozenPhase['attempt'], 'adapted'> }): string[] =>
  planned.subtasks.flatMap(({ steps }) =>
    steps.flatMap(({ id }) => {
      const mended = adapted?.get(id)
      return mended ? [describe(id, mended.adaptation, mended.command)] : []
    }),
  )

const describe = (
  stepId: string,
  { files, more = 0, said }: Adaptation,
  command: string | undefined,
): string => {
  const rest = more > 0 ? ` and ${more} more` : ''
  const changed =
    files.length === 0 ? 'no file changed' : `changed ${files.map(plainLabel).join(', ')}${rest}`
  const ran = command === undefined ? '' : `, then ran ${plainLabel(command)}`
  return [`Step ${stepId}: ${changed}${ran}.`, ...(said === '' ? [] : [said])].join('\n')
}
