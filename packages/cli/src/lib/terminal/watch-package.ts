import { realpathSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printNote } from './print-note.ts'
import type { Terminal } from './terminal.ts'

/** Milliseconds between two looks at the package. */
const everyMs = 10_000

/** The executable as it was started, and the code that runs. */
const ownFiles = (): string[] =>
  [process.argv[1], fileURLToPath(import.meta.url)].filter((path) => path !== undefined)

/** A watch over the installed package during a run. */
export interface PackageWatch {
  /** Warns now if the package has changed. */
  check(): void
  close(): void
}

/**
 * Warns once if the installed package is updated or removed while a run of this process works. `resume` is
 * the command that continues the run with the installed version.
 */
export const watchPackage = (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  resume: string,
  files: readonly string[] = ownFiles(),
): PackageWatch => {
  const started = identify(files)
  const check = (): void => {
    if (identify(files) === started) return
    clearInterval(timer)
    if (isReported) return
    isReported = true
    printNote(
      terminal,
      `warning: The package of Amelia was updated or removed during this run, which continues with the code that it has loaded. To continue it with the installed version once it has stopped: ${resume}\n`,
    )
  }
  let isReported = false
  const timer = setInterval(check, everyMs).unref()
  return { check, close: () => clearInterval(timer) }
}

/** Describes which files exist at these paths, so that one that was replaced differs. */
const identify = (paths: readonly string[]): string =>
  JSON.stringify(
    paths.map((path) => {
      try {
        const { ino, size, mtimeMs } = statSync(path)
        return [realpathSync(path), ino, size, mtimeMs]
      } catch {
        return []
      }
    }),
  )
