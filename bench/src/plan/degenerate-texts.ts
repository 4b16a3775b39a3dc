import { upTo } from './up-to.ts'

const row = '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | a | - |\n\n'
const filled = (size: number, part: string): string => part.repeat(Math.ceil(size / part.length))

/** Texts of a size without work, which cost a parser much. */
export const degenerateTexts: Record<string, (size: number) => string> = {
  'one line of words': (size) => filled(size, 'word '),
  'one line of #': (size) => filled(size, '#'),
  'one line of backticks': (size) => filled(size, '`'),
  'one line of |': (size) => filled(size, '|'),
  'one line of [': (size) => filled(size, '['),
  'one line of boxes': (size) => filled(size, '- [ ] '),
  'deep lists': (size) => upTo(size, (at) => `${'  '.repeat(at % 60)}- a\n`),
  'deep quotes': (size) => upTo(size, (at) => `${'> '.repeat(at % 60)}a\n`),
  'mentions and gaps': (size) =>
    upTo(size, (at) => (at < 100 ? `## Task ${at * 2}: a\n\n` : `See Task ${at * 2 + 1} and Task 1.\n`)),
}

/** Texts of as many units as fit into a size. */
export const denseTexts: Record<string, (size: number) => string> = {
  checkboxes: (size) => filled(size, '- [ ] Do one thing\n'),
  fences: (size) => filled(size, '```\na\n```\n'),
  'tables of one row': (size) => filled(size, row),
  'headings with an unknown word': (size) => upTo(size, (at) => `## Etap ${at}: robota\n\nx\n\n`),
  'short headings': (size) => filled(size, '# a\n'),
  'phases in rows': (size) => row.trimEnd() + upTo(size, (at) => `\n| ${at + 1} | Part ${at + 1} | ${at} |`),
}
