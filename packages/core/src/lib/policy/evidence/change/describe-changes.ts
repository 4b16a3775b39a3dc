import type { EvidenceChange } from '../../../event/evidence.ts'

/** Most lines that describe the changes of an attempt, and items that are named of each. */
const maxLines = 300
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

/** Describes changes for people and agents, in lines: a heading for each, and its diff. */
export const describeChanges = (changes: readonly EvidenceChange[]): string[] => {
  const lines = changes.flatMap(({ kind, path, items, diff }) => [
    `${path}: ${meanings[kind]}${items.length === 0 ? '' : `: ${nameItems(items)}`}`,
    ...diff.map((line) => `  ${line}`),
  ])
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines), `... and ${lines.length - maxLines} more lines`]
}

const nameItems = (items: readonly string[]): string =>
  items.length > maxItems
    ? `${items.slice(0, maxItems).join(', ')} and ${items.length - maxItems} more`
    : items.join(', ')
