import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { PassThrough } from 'node:stream'

/**
 * Starts a process as `spawn` does, and always with the streams that `stdio` names.
 *
 * When too many files are open, Node emits `error` and leaves the streams out. Ended streams replace them, so
 * a caller only has to handle `error`.
 */
export const startProcess = ((program: string, args: string[], options: SpawnOptions): ChildProcess => {
  const child = spawn(program, args, options)
  if ((child.stdio as unknown) !== undefined) return child
  const { stdio = 'pipe' } = options
  const kinds = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const streams = kinds.map((kind, index) => (kind === 'pipe' ? closedStream(index) : null))
  const [stdin, stdout, stderr] = streams
  return Object.assign(child, { stdio: streams, stdin, stdout, stderr })
}) as typeof spawn

/** Creates a stream that discards its input; one for output has ended. */
const closedStream = (index: number): PassThrough => {
  const stream = new PassThrough().resume()
  return index === 1 || index === 2 ? stream.end() : stream
}
