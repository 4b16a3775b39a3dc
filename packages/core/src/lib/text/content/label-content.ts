/**
 * Puts a label before a text that a person has to judge: on the same line, or on the line before if the text
 * has several. The text itself is not changed.
 */
export const labelContent = (label: string, text: string): string =>
  `${label}:${text.includes('\n') ? '\n' : ' '}${text}`
