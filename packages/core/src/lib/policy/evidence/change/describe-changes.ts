import type { EvidenceChange } from '../../../event/evidence.ts'
import { codeOf } from '../../../text/content/show-content.ts'

/** Most items that are named of each change. */
const maxItems = 10

const meanings: Record<EvidenceChange['kind'], string> = {
  test: 'tests of the base fail or are missing',
  frozen: 'tests that an earlier phase wrote were changed',
  script: 'scripts that the checks run were changed',
  config: 'the configuration of the checks was changed',
  ci: 'a file of the CI was changed',
  snapshot: 'recorded results were changed',
  lockfile: 'the lockfile was changed, and no dependency was',
}

/** Describes changes for people and agents: each with a heading, and its diff on the lines after it. */
export const describeChanges = (changes: readonly EvidenceChange[]): string[] =>
  changes.map(({ kind, path, items, diff }) =>
    [label(`${path}: ${meanings[kind]}${items.length === 0 ? '' : `: ${nameItems(items)}`}`), ...diff].join(
      '\n',
    ),
  )

/** The names of files and tests may have line feeds too. */
const label = (text: string): string => text.replaceAll('\n', codeOf)

const nameItems = (items: readonly string[]): string =>
  items.length > maxItems
    ? `${items.slice(0, maxItems).join(', ')} and ${items.length - maxItems} more`
    : items.join(', ')
