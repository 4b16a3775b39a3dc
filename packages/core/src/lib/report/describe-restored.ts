import type { RestoredFile } from '../event/change/restored-file.ts'

/** Files that are named in one line. */
const maxNamed = 5

/**
 * Describes the files of the run that an attempt changed and the engine restored, a line each for proposed
 * changes of the plan and for the rest. Ticks in the plan are left out.
 */
export const describeRestored = (files: readonly RestoredFile[]): string[] => {
  const plans = files.filter(({ plan, ticks }) => plan && !ticks)
  const others = files.filter(({ plan }) => !plan)
  const left = others.length - maxNamed
  const named = others.slice(0, maxNamed).map(({ path, change }) => `${path} (${describeKind(change)})`)
  return [
    ...plans.map(
      ({ path, change, kept }) =>
        `proposes to change the plan, which stays as it is: ${path} (${describeKind(change)})${kept === undefined ? '' : `; its version: ${kept}`}`,
    ),
    ...(others.length === 0
      ? []
      : [
          `changed files of the run, which are restored: ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
        ]),
  ]
}

const describeKind = (kind: RestoredFile['change']): string =>
  kind === 'type'
    ? 'replaced'
    : kind === 'nested_repository'
      ? 'a git repository'
      : kind.replace('mode', 'mode changed')
