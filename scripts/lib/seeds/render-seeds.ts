import type { SeedBehaviour, SeedDocument, SeedTag } from './seed-document.ts'

/** The folder of the scenarios, which the page leaves out in paths. */
const scenarios = 'packages/core/test/seeds/'

const introduction = (count: number): string => `# Source documents

Amelia was designed from five documents, called seeds.
They are not part of this repository.
This page lists their ${count} behaviours: where each is implemented, and which tests show it.
If Amelia differs on purpose, or lacks the behaviour, the row gives the reason.

\`npm run seeds\` writes this page from \`docs/project/seeds\` and from tags in the tests.
A tag is a comment above a test: \`// seed: phased-execution 12\` names row 12 of that document.

Source files are named without their folder in \`packages/core/src/lib\`, and tests without \`packages/core/test/seeds\`; other paths start at the root of the repository.
`

const escapeCell = (text: string): string => text.replaceAll('|', '\\|')

/** Removes the document and section from the title of a scenario. */
const shortTitle = (title: string): string => title.replace(/ \(seed [a-z-]+, .+\)$/, '')

/** Lists tests by file, in the order of their names: the file in code, and the titles in quotes. */
const listTests = (tags: readonly SeedTag[]): string => {
  const byFile = new Map<string, Set<string>>()
  for (const { file, title } of tags)
    byFile.set(file, (byFile.get(file) ?? new Set()).add(`"${escapeCell(shortTitle(title))}"`))
  return [...byFile]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, titles]) => `\`${file.replace(scenarios, '')}\`: ${[...titles].sort().join(', ')}`)
    .join('; ')
}

const renderRow = (
  { number, section, behaviour, code, reason }: SeedBehaviour,
  tags: readonly SeedTag[],
): string => {
  const shown = [...(reason === undefined ? [] : [escapeCell(reason)]), listTests(tags)]
  const cells = [
    String(number),
    section,
    behaviour,
    code.map((path) => `\`${path}\``).join(', '),
    shown.join(' '),
  ]
  return `|${cells.map((cell) => (cell.trim() === '' ? ' ' : ` ${cell.trim()} `)).join('|')}|`
}

const renderDocument = ({ name, behaviours, others }: SeedDocument, tags: readonly SeedTag[]): string => {
  const rows = behaviours.map((row) =>
    renderRow(
      row,
      tags.filter(({ document, number }) => document === name && number === row.number),
    ),
  )
  return [
    `## ${name}\n`,
    '| # | section | behaviour | code | tests, or why it differs |',
    '|---|---|---|---|---|',
    ...rows,
    '\nSections without a behaviour:\n',
    ...others.map(({ section, reason }) => `- ${section}: ${reason}`),
    '',
  ].join('\n')
}

/** Renders `docs/project/seeds.md` from the rows and the tags of all tests. */
export const renderSeeds = (documents: readonly SeedDocument[], tags: readonly SeedTag[]): string => {
  const count = documents.reduce((sum, { behaviours }) => sum + behaviours.length, 0)
  return [introduction(count), ...documents.map((document) => renderDocument(document, tags))].join('\n')
}
