import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AcpAbilities } from '@amelia/driver-acp'
import { isRecord } from '../../setting/is-record.ts'
import { userCache } from '../../setting/user-cache.ts'

/**
 * Returns the abilities of an agent: those that are stored for this version of it, else those that `probe`
 * finds, which are stored. An agent that did not answer is asked again the next time.
 */
export const findAbilities = async (
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
  probe: () => Promise<AcpAbilities | undefined>,
): Promise<AcpAbilities | undefined> => {
  const path = join(userCache(environment), 'acp-agents', `${version.replace(/[^\w.-]+/g, '-')}.json`)
  const stored = await readStored(path)
  if (stored) return stored
  const found = await probe()
  if (found) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${JSON.stringify(found)}\n`)
  }
  return found
}

const readStored = async (path: string): Promise<AcpAbilities | undefined> => {
  try {
    const stored: unknown = JSON.parse(await readFile(path, 'utf8'))
    const { resumes, lacks } = isRecord(stored) ? stored : {}
    return Array.isArray(resumes) && Array.isArray(lacks) ? (stored as AcpAbilities) : undefined
  } catch {
    return undefined
  }
}
