import type { Performer } from '../performer.ts'

/** Reads a file of a commit as text; undefined if it does not exist. */
export const readText = async (
  { host: { git } }: Pick<Performer, 'host'>,
  commit: string,
  path: string,
): Promise<string | undefined> => {
  const bytes = await git.readFile(commit, path)
  return bytes === null ? undefined : new TextDecoder().decode(bytes)
}
