import { stripAnsi } from './strip-ansi.ts'

/** Foreign text as a block of its own: a heading or a fence in it is none of ours. */
export const indentText = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
