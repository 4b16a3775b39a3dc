import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import { plainLabel } from './plain-label.ts'

/**
 * Describes the steps that an agent fixed, in plan order: one line of observed facts each, and the agent's
 * own summary below it.
 */
export const describeAdaptations = ({
  planned,
  attempt: { adapted },
}: Pick<FrozenPhase, 'planned'> & { readonly attempt: Pick<FrozenPhase['attempt'], 'adapted'> }): string[] =>
  planned.subtasks.flatMap(({ steps }) =>
    steps.flatMap(({ id }) => {
      const found = adapted?.get(id)
      return found ? [describe(id, found.adaptation, found.command)] : []
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
