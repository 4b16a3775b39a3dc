import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a latch: `step` is a command that waits until `open` is called. So a phase runs as long as a visit
 * needs it to, on a slow machine too.
 */
export const createLatch = (folder, name) => {
  const file = join(folder, '.git', `latch-${name}`)
  return {
    step: `until [ -e ${file} ]; do sleep 0.1; done`,
    open: () => writeFileSync(file, ''),
  }
}
