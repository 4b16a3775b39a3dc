import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Whether this system has files in memory, with enough room, and from which programs may start. */
const isUsable = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory)
    return bavail * bsize > 4e9 && mount !== undefined && !/\bnoexec\b/.test(mount)
  } catch {
    return false
  }
}

/**
 * Lets tests keep their temporary files in memory where that is possible: they sync thousands of files, for
 * which a disk needs half of their time. The folder is removed when this process exits. `TMPDIR` takes
 * precedence.
 */
export const useFastFolder = () => {
  if (process.env.TMPDIR !== undefined || !isUsable()) return
  const folder = mkdtempSync(join(memory, 'amelia-tests-'))
  // PostgreSQL runs as another user than root, in a folder below it.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
