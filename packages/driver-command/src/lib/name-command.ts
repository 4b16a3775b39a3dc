import { basename } from 'node:path'

/** Programs that only run another one, and the words of theirs that come before it. */
const runners =
  /^(?:node|deno|bun|bunx|npx|pnpx|pnpm|yarn|uvx?|tsx|ts-node|python[\d.]*|ruby|perl|php|env|(?:ba|da|z|k|fi)?sh)(?:\.exe)?$/
const subcommands = new Set(['run', 'exec', 'dlx', 'x'])
/** Flags whose value is code, which is run in place of a script, and flags with another value. */
const takesCode = new Set(['-c', '-e', '-p', '--eval', '--print'])
const takesValue = new Set(['-r', '--require', '--import', '--loader', '--env-file'])

/** Returns the name of the program of a command: that of its script, if an interpreter runs one. */
export const nameCommand = ([program = '', ...words]: readonly string[]): string => {
  const name = basename(program)
  if (!runners.test(name)) return name.replace(/(?<=.)@.*$|\.(?:[cm]?[jt]s|py|sh|rb|pl|php|exe)$/, '')
  for (const [index, word] of words.entries()) {
    if (takesCode.has(word)) return name
    if (word.startsWith('-') || word.includes('{') || word.includes('=')) continue
    if (subcommands.has(word) || takesValue.has(words[index - 1] ?? '')) continue
    return nameCommand(words.slice(index)) || name
  }
  return name
}
