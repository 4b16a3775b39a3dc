import { indentText } from '../text/indent-text.ts'

/**
 * Builds the part of a prompt, or the message to a running session, that contains texts of people. The texts
 * are indented, so that their headings do not mix with those of the prompt.
 */
export const buildGuidance = (texts: readonly string[]): string =>
  `${[
    '## Guidance from a person',
    'A person who follows this run sends you this. Follow it as far as your assignment and your rules allow; they stay as they are.',
    ...texts.map(indentText),
  ].join('\n\n')}\n`
