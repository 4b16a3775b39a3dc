import { relative, resolve } from 'node:path'
import { type SessionProgress, stripAnsi } from '@amelia/core/plugin'
import type { CodexEvent } from './read-event.ts'

const longest = 200

/** What is said of an item while the session goes on. A command is told when it begins, all else when it is done. */
export const describeItem = (
  { phase, item }: Extract<CodexEvent, { type: 'item' }>,
  folder: string,
): SessionProgress | undefined => {
  if ((phase === 'started') !== (item.type === 'command')) return undefined
  switch (item.type) {
    case 'text':
      return { type: 'text', text: stripAnsi(item.text) }
    case 'command':
      return { type: 'tool', name: 'command', summary: oneLine(item.command) }
    case 'edit':
      return {
        type: 'tool',
        name: 'edit',
        summary: oneLine(item.paths.map((path) => relative(folder, resolve(folder, path))).join(', ')),
      }
    case 'tool':
      return { type: 'tool', name: item.name, summary: oneLine(item.summary) }
  }
}

const oneLine = (text: string): string => {
  const line = stripAnsi(text).replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
