import type { Phase } from '../model/phase.ts'
import { findShellText } from './find-shell-text.ts'
import { readWords } from './read-words.ts'

/** Most messages of a phase, and characters of each. */
const maxMessages = 20
const maxLength = 500

/** A `git commit` where a shell would run it. */
const command =
  /(?:^|\n|&&|\|\||;)[ \t]*(?:[$%>][ \t]+)?git(?:[ \t]+-[cC][ \t]+[^\s;&|]+){0,5}[ \t]+commit(?=[ \t])/g

/** Flags that take the next word, or the rest of the word, as a paragraph of the message. */
const messageFlag = /^(?:-[aenpqsv]{0,7}m|--message(?:=|$))/

/**
 * Parts of a message that its author left open: `<verdict>`, `{name}`, `$(date)`, `${name}`, `...`. A plan
 * that gives such a message gives none.
 */
const open = /<[a-z][a-z0-9 _-]*>|\{[\w. -]+\}|\$[\w({]|^\W*$|\.\.\.$|…$/

/**
 * Reads the subjects of the commits that a plan wants for a phase, in the order of its text: the first line
 * of each `git commit -m` in a shell fence, a code span or a line of text, and in the commands of its steps.
 * Each is given once.
 */
export const readCommitMessages = ({ body, subtasks }: Pick<Phase, 'body' | 'subtasks'>): string[] => {
  const found = new Set<string>()
  const add = (text: string): void => {
    for (const subject of subjectsOf(text)) if (found.size < maxMessages) found.add(subject)
  }
  for (const text of [body, ...subtasks.flatMap((part) => [part.title, part.body])])
    if (text.includes('commit')) for (const shell of findShellText(text)) add(shell)
  for (const { command: text = '' } of subtasks.flatMap(({ steps }) => steps)) add(text)
  return [...found]
}

const subjectsOf = (shell: string): string[] =>
  [...shell.matchAll(command)].flatMap(({ 0: { length }, index }) => {
    const words = readWords(shell, index + length)
    const at = words.findIndex((word) => messageFlag.test(word))
    if (at < 0) return []
    const message = words[at]!.replace(messageFlag, '') || words[at + 1] || ''
    const [subject = ''] = message.trim().split('\n', 1)
    const line = subject.trim()
    return line === '' || line.length > maxLength || open.test(line) ? [] : [line]
  })
