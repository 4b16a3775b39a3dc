import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readRecord, readText } from '../read-record.ts'
import type { AgentSdk } from './agent-sdk.ts'

/** An installed SDK. The version is empty where the package manager hides the package's files. */
export interface FoundSdk {
  /** The version in its manifest, or empty. */
  version: string
  /** Its folder; where that is hidden, its main file or its name. */
  folder: string
}

/** Finds an SDK as Node would for an import by its driver; undefined if it is not installed. */
export const findSdk = ({ name, from }: Pick<AgentSdk, 'name' | 'from'>): FoundSdk | undefined => {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    const version = readVersion(join(place, 'package.json'))
    if (version !== undefined) return { version, folder: place }
    if (folder === dirname(folder)) break
  }
  // A package manager may resolve packages without `node_modules`.
  try {
    return { version: '', folder: createRequire(from).resolve(name) }
  } catch (error) {
    // With this code the package exists, but supports `import` only.
    return (error as { code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      ? { version: '', folder: name }
      : undefined
  }
}

const readVersion = (file: string): string | undefined => {
  try {
    return readText(readRecord(JSON.parse(readFileSync(file, 'utf8')))['version'])
  } catch {
    return undefined
  }
}
