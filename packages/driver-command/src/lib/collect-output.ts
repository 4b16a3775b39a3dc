import { StringDecoder } from 'node:string_decoder'
import { boundText } from '@amelia/agent-process'
import { findErrorLine, stripAnsi } from '@amelia/core/view'

/**
 * Collects what an agent prints. Memory is bounded: of a long output the end is kept, which contains the
 * report.
 */
export interface CollectedOutput {
  stdout(chunk: Buffer): void
  stderr(chunk: Buffer): void
  /** Emits a last line without a line end. */
  end(): void
  /** Standard output as plain text, at most its last million characters. */
  text(): string
  /** Finds the last of the last lines of both streams for which this is true. */
  find(matches: (line: string) => boolean): string | undefined
  /** For a message: the line of both streams that names an error, or else their last lines. */
  tail(): string
}

const mostText = 1_000_000
const mostLine = 2_000
const tailLines = 5
/** The lines in which an error is looked up: a stack is longer than a message. */
const keptLines = 30

/** The receivers of an agent's output. */
export interface OutputReceivers {
  /** Called for each chunk, also for one without a line, such as a dot. */
  onChunk(): void
  /** Receives each line that is not blank, without escape sequences and cut to 2,000 characters. */
  onLine(line: string): void
}

/** Creates a collector that passes on what it receives. */
export const collectOutput = ({ onChunk, onLine }: OutputReceivers): CollectedOutput => {
  let text = ''
  const last: string[] = []
  const take = (line: string): void => {
    const plain = boundText(stripAnsi(line).trimEnd(), mostLine)
    if (plain === '') return
    last.push(plain)
    if (last.length > keptLines) last.shift()
    onLine(plain)
  }
  const out = splitLines(take)
  const err = splitLines(take)
  return {
    stdout(chunk) {
      onChunk()
      text += out.write(chunk)
      if (text.length > 2 * mostText) text = text.slice(-mostText)
    },
    stderr(chunk) {
      onChunk()
      err.write(chunk)
    },
    end() {
      out.end()
      err.end()
    },
    text: () => stripAnsi(text.slice(-mostText)),
    find: (matches) => last.findLast(matches),
    tail: () => findErrorLine(last.join('\n')) ?? last.slice(-tailLines).join('\n'),
  }
}

/** Splits chunks into lines. A line without an end is passed on in pieces, so that memory is bounded. */
const splitLines = (take: (line: string) => void): { write(chunk: Buffer): string; end(): void } => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return {
    write(chunk) {
      const text = decoder.write(chunk)
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
      if (rest.length > 2 * mostLine) {
        take(rest)
        rest = ''
      }
      return text
    },
    end() {
      take(rest)
      rest = ''
    },
  }
}
