import { firstLine } from './first-line.ts'
import { stripAnsi } from './strip-ansi.ts'
import { telling } from './telling-line.ts'

/** Lines that follow an error and never name it. */
const noise: readonly RegExp[] = [
  // Stack frames, the properties that node prints of an error, its version, brackets and carets.
  /^at .*(?:\)|:\d{1,9})(?: \{)?$/,
  /^(?:code|errno|syscall|path|dest|requireStack|spawnargs): /,
  /^Node\.js v\d/,
  /^\(Use `node /,
  /^[\s[\](){},;^~|]*$/,
  // npm's and pnpm's facts about the process, and where the log is.
  /^npm (?:error|ERR!)(?:$|\s+(?:A complete log|code|errno|syscall|path|dest|cwd|workspace|location|command|signal)\b)/,
  /^\[?ELIFECYCLE\b/,
  // A recipe of make, or a program of cargo or go, whose own output names the error.
  /^make(?:\[\d{1,4}\])?: (?:\*\*\* .* Error \d{1,4}|(?:Entering|Leaving) directory .*)$/,
  /^error: (?:test failed, to rerun|could not compile|aborting due to|\d+ targets? failed)/,
  /^(?:note: (?:run with|Some details)|For more information about |warning: build failed|test result: FAILED)/,
  /^(?:exit status \d{1,4}|FAIL(?:\s+\S+\s+(?:[\d.]{1,12}s|\[build failed\]))?)$/,
]

/** Lines that name the error, the most telling kind first. The first line of a kind is meant. */
const kinds: readonly RegExp[] = [
  telling,
  // A compiler, an assertion of pytest, a panic of Rust or Go, a failed test of Go.
  /\berror(?:\[\w{1,20}\]| TS\d{1,6})?: \S|^E\s{1,8}\S|panicked at |^panic: |^--- FAIL: /,
  /^npm (?:error|ERR!) \S|^\[?ERR_PNPM_\w|^make(?:\[\d{1,4}\])?: \*\*\* /,
  // A place in a file, or the mark of a test runner.
  /^\S{1,300}\.\w{1,12}:\d{1,9}(?::\d{1,9})?: \S|\bassert|^(?:not ok|FAIL|[✖✗✘×●])\s/,
]

/** Lines that name a test or a place, and have the reason in the line after them. */
const heading = /panicked at .*:$|^--- FAIL: /

/** A line that begins a sentence, such as of Node's assertions, which the line after it ends. */
const opening = /:$/

/** The legend above a diff, which says nothing about the values. */
const legend = /^\+ actual - expected\b/

const longest = 500

/**
 * Returns the line of a failed command's output that names the error, for a headline; undefined if none does.
 * Stack frames and other lines that surround an error never count.
 */
export const findErrorLine = (output: string): string | undefined => {
  const lines = linesOf(output).filter(tells)
  for (const kind of kinds) {
    const at = lines.findIndex((line) => kind.test(line))
    if (at < 0) continue
    const line = lines[at]!
    const next = lines[at + 1] ?? ''
    if (heading.test(line) && next !== '') return firstLine(next.replace(/^E\s{1,8}/, ''))
    // pytest marks the lines of an error.
    const told = line.replace(/^E\s{1,8}/, '')
    return firstLine(opening.test(told) && next !== '' && !legend.test(next) ? `${told} ${next}` : told)
  }
  return undefined
}

/** Returns the line that names the error, or else the last line that is not part of a stack. */
export const failingLine = (output: string): string => {
  const lines = linesOf(output)
  return findErrorLine(output) ?? firstLine(lines.findLast(tells) ?? lines.at(-1) ?? '')
}

const linesOf = (output: string): string[] =>
  stripAnsi(output)
    .split('\n')
    .flatMap((line) => line.slice(0, longest).trim() || [])

const tells = (line: string): boolean => !noise.some((pattern) => pattern.test(line))
