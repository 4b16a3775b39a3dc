import { isCommitTitle } from '@amelia/core/plugin'
import { foldHead } from '../words/fold-head.ts'
import { remembered } from '../words/remembered.ts'
import type { Block } from '../outline/outline.ts'

const label = /^(?:(?:step|task)\s+)?[\d.]{0,12}[a-z]?[\s:.)—–-]{0,4}(?=(?:git )?commit)/i
const commands = /^\s*(?:git (?:add|commit|status|diff|log)\b|#|$)/

/** Returns whether a title only asks for a commit, which Amelia makes: `Commit`, `Step 5: Commit`. */
export const asksForCommit = remembered((title: string): boolean =>
  isCommitTitle(foldHead(title, true).slice(0, 200).replace(label, '')),
)

/** Returns whether a step only makes a commit: by its title, or because its fences contain nothing else. */
export const isCommit = (title: string, blocks: readonly Block[]): boolean => {
  if (!blocks.every(({ kind }) => kind === 'fence')) return false
  const isNamed = blocks.length > 0 && /^commit\b/i.test(title) && !/ and |, /i.test(title)
  if (!isNamed && !asksForCommit(title)) return false
  return blocks.every((block) => block.kind === 'fence' && isCommitScript(block.content))
}

/** A message may have several lines: only the commands in front of it are compared. */
const isCommitScript = (content: string): boolean => {
  if (/(?:^|[\n;&])[ \t]*git push\b/.test(content)) return false
  const [before = ''] = content.split(/\bgit commit\b/, 1)
  return before.split(/\n|&&|;/).every((line) => commands.test(line) || line.trim() === '')
}
