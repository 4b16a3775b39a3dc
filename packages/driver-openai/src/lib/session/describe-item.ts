import { relative, resolve } from 'node:path'
import { boundLine } from '@amelia/agent-process'
import type { SessionProgress } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
import type { CodexEvent } from './read-event.ts'

const longest = 200

/** Describes an item as progress, a command when it starts and others when they complete. */
export const describeItem = (
  { phase, item }: Extract<CodexEvent, { type: 'item' }>,
  folder: string,
): SessionProgress | undefined => {
  if (item.type === 'todo' || (phase === 'started') !== (item.type === 'command')) return undefined
  switch (item.type) {
    case 'text':
      return { type: 'text', text: stripAnsi(item.text) }
    case 'command':
      return { type: 'tool', name: 'command', summary: boundLine(item.command, longest) }
    case 'edit': {
      const paths = item.paths.map((path) => relative(folder, resolve(folder, path)))
      return { type: 'tool', name: 'edit', summary: boundLine(paths.join(', '), longest) }
    }
    case 'tool':
      return { type: 'tool', name: item.name, summary: boundLine(item.summary, longest) }
  }
}
