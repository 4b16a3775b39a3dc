import { stripAnsi } from '@amelia/core/view'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns foreign text as the text of an element or a quoted attribute, without control characters. */
export const escapeHtml = (text: string): string =>
  stripAnsi(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
