import { constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { storeParts } from '@amelia/core/plugin'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { withHandle } from './disk/with-handle.ts'
import { writeAll } from './disk/write-draft.ts'

/** Writes a text to `artifacts/<name>` in a run's folder, atomically, and returns its path. */
export const writeArtifact = async (
  files: JournalFiles,
  folder: string,
  name: string,
  text: string,
): Promise<string> => {
  const path = artifactPath(folder, name)
  const draft = `${path}.draft`
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const write = () => withHandle(files, draft, flags, (handle) => writeAll(handle, Buffer.from(text)))
  try {
    await write()
  } catch (error) {
    if (!isMissing(error)) throw error
    await files.mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await write()
  }
  await files.rename(draft, path)
  return path
}

/** Reads the text of `artifacts/<name>`; undefined if it does not exist. */
export const readArtifact = async (
  files: JournalFiles,
  folder: string,
  name: string,
): Promise<string | undefined> => {
  try {
    return await withHandle(files, artifactPath(folder, name), constants.O_RDONLY, async (handle) =>
      (await handle.readFile()).toString(),
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Deletes `artifacts/<name>`, if it exists. */
export const removeArtifact = async (files: JournalFiles, folder: string, name: string): Promise<void> => {
  try {
    await files.unlink(artifactPath(folder, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const artifactPath = (folder: string, name: string): string => {
  storeParts.checkArtifactName(name)
  return join(folder, 'artifacts', name)
}
