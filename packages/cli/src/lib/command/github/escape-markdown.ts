import { words } from '@amelia/core/view'

/** Writes a text of one line so that nothing in it acts as Markdown or HTML, also in a table. */
export const escapeMarkdown = (text: string): string =>
  words
    .plainLabel(text)
    .replace(/[\\`*_[\]<>|~#!&]/g, '\\$&')
    .replaceAll('@', '&#64;')
