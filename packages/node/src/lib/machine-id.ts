import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Names this machine with a hash of `/etc/machine-id`, where that exists, and the host's name, because
 * containers of one image share the file. The same after a restart; neither can be derived from it.
 */
export const machineId = (): string =>
  createHash('sha256').update(`amelia\0${readMachineFile()}\0${hostname()}`).digest('hex').slice(0, 16)

const readMachineFile = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}
