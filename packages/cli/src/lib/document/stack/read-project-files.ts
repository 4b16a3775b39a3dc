import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stackFiles } from './detect-stack.ts'

/** Reads the names of a folder's files, and the texts of its `stackFiles`. A missing folder is empty. */
export const readProjectFiles = async (
  folder: string,
): Promise<{ names: string[]; texts: Map<string, string> }> => {
  const names = await readdir(folder).catch((): string[] => [])
  const texts = new Map<string, string>()
  for (const name of stackFiles) {
    if (!names.includes(name)) continue
    texts.set(name, await readFile(join(folder, name), 'utf8').catch(() => ''))
  }
  return { names, texts }
}
