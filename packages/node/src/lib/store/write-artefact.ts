import { constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkArtefactName } from '@amelia/core/plugin'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { withHandle } from './disk/with-handle.ts'
import { writeAll } from './disk/write-draft.ts'

/** Writes a text to `artefacts/<name>` in a run's folder, atomically, and returns its path. */
export const writeArtefact = async (
  files: JournalFiles,
  folder: string,
  name: string,
  text: string,
): Promise<string> => {
  const path = artefactPath(folder, name)
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

/** Reads the text of `artefacts/<name>`; undefined if it does not exist. */
export const readArtefact = async (
  files: JournalFiles,
  folder: string,
  name: string,
): Promise<string | undefined> => {
  try {
    return await withHandle(files, artefactPath(folder, name), constants.O_RDONLY, async (handle) =>
      (await handle.readFile()).toString(),
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Deletes `artefacts/<name>`, if it exists. */
export const removeArtefact = async (files: JournalFiles, folder: string, name: string): Promise<void> => {
  try {
    await files.unlink(artefactPath(folder, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const artefactPath = (folder: string, name: string): string => {
  checkArtefactName(name)
  return join(folder, 'artefacts', name)
}
