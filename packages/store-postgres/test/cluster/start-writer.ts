import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process that writes a run. */
export interface Writer {
  child: ChildProcess
  /** The lines that it has printed. */
  lines: string[]
  /** Resolves once a line fits, or the process has ended. */
  until(fits: (line: string) => boolean): Promise<void>
  ended: Promise<unknown>
}

/** Starts a process that writes a run until it is killed. */
export const startWriter = (...args: string[]): Writer => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const program = join(import.meta.dirname, 'write-records.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, program, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
    for (const check of waiting) check()
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    child,
    lines,
    ended,
    until: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!lines.some(fits)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
        void ended.then(() => resolve())
      }),
  }
}
