import { type AcceptanceDraft, checkPath, splitCommand } from '@amelia/core/plugin'
import type { Block, FenceBlock, ItemBlock } from '../outline/outline.ts'
import { readCodeSpan } from './read-code-span.ts'
import { type Expectation, readExpectation } from './read-expectation.ts'
import { readLabelled } from './read-labelled.ts'

interface Command {
  text: string
  line: number
}

/**
 * Reads the acceptance checks of a phase: each command after `Run:` or alone in a shell fence that is
 * followed by an `Expected:` with an outcome that a program can judge.
 *
 * `cd DIR && COMMAND` is a command with a folder. Commands that need a shell are left to people and agents,
 * and so are expectations in prose. A quote is an example, or the content of a file.
 */
export const readAcceptance = (blocks: readonly Block[]): AcceptanceDraft[] => {
  const found: AcceptanceDraft[] = []
  /** The command that waits for its expectation; null while its fence is missing. */
  let pending: Command | null | undefined
  const readLine = (text: string, line: number): void => {
    const run = readLabelled(text, 'run')
    const expected = readLabelled(text, 'expected')
    if (run !== undefined) {
      const code = readCodeSpan(run)
      if (code !== undefined) pending = { text: code, line }
      else pending = run === '' ? null : undefined
    } else if (expected !== undefined) {
      const expectation = readOutcome(expected)
      if (pending && expectation) found.push(...complete(pending, expectation))
      pending = undefined
    }
  }
  const isQuoted = createIsQuoted()
  for (const block of blocks) {
    if (isQuoted(block)) continue
    const begins = block.kind === 'heading' || (block.kind === 'item' && block.checked !== undefined)
    if (begins) pending = undefined
    if (block.kind === 'paragraph' || block.kind === 'item') {
      if (!labels.test(block.text)) continue
      block.text.split('\n').forEach((part, index) => {
        readLine(part.trim(), block.line + index)
      })
    } else if (block.kind === 'fence' && isOneCommand(block))
      pending = { text: block.content.trim(), line: block.line + 1 }
    else if (block.kind === 'fence' && pending === null) pending = undefined
  }
  return found
}

/** Returns a function that says of each block, in order, whether it is in a quote. */
const createIsQuoted = (): ((block: Block) => boolean) => {
  const open: ItemBlock[] = []
  return (block) => {
    while ((open.at(-1)?.endLine ?? Infinity) < block.line) open.pop()
    const isInList = block.depth === open.length
    if (block.kind === 'item' && isInList) open.push(block)
    return !isInList
  }
}

/** A line that is read begins with one of these words. */
const labels = /run|expected/i
const shells = new Set(['bash', 'shell', 'zsh'])

/** Returns whether a fence has one command for a shell. A fence `sh` is a step of the plan. */
export const isOneCommand = ({ info, content }: FenceBlock): boolean =>
  shells.has(info.toLowerCase()) && content.trim() !== '' && !content.trim().includes('\n')

/** Whether a command works the same with and without a shell. */
export const isPlainCommand = (command: string): boolean => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  return argv.length > 0 && shellSyntax === undefined && unclosed === undefined
}

const inFolder = /^cd\s+([\w./-]{1,200})\s+&&\s+(\S.*)$/

const complete = ({ text, line }: Command, expectation: Expectation): AcceptanceDraft[] => {
  const [, folder, rest] = inFolder.exec(text) ?? []
  if (folder === undefined || rest === undefined)
    return isPlainCommand(text) ? [{ command: text, ...expectation, line }] : []
  const checked = checkPath(folder)
  return 'problem' in checked || !isPlainCommand(rest)
    ? []
    : [{ command: rest, cwd: checked.path, ...expectation, line }]
}

const passes =
  /^(?:all (?:the )?(?:\d{1,6} )?(?:tests? )?pass|tests? pass|\d{1,6} tests? pass|success|no errors?\b|exit(?:s with)?(?: code)? 0\b)/i
const fails = /^(?:all |the |both |new )?tests? fail/i

/** Reads an outcome as `readExpectation` does, whatever a second sentence adds to FAIL or PASS. */
const readOutcome = (value: string): Expectation | undefined => {
  const strict = readExpectation(value)
  if (strict) return strict
  const text = value.replaceAll('*', '').trim()
  const [first = ''] = text.split(/[.;](?:\s|$)/, 1)
  const outcome = readExpectation(first)
  if (outcome && outcome.expectedOutputPattern === undefined) return outcome
  if (fails.test(text)) return { expectExitCode: 'fail' }
  return passes.test(text) ? { expectExitCode: 0 } : undefined
}
