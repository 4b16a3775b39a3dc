import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Skills that were written for the agent. */
export interface WrittenSkills {
  /** A folder in the form of the agent's plugins. */
  folder: string
  /** The names of the skills, as the agent refers to them. */
  names: string[]
}

/** The name of the plugin that contains the project's skills. */
const plugin = 'project'

/**
 * Writes skills to a folder outside the workspace, where the agent loads them from; undefined without any.
 *
 * The folder is named after its content and written again for each session, so changes by an earlier one are
 * undone. Further skills in it are not offered.
 */
export const writeSkills = async (
  home: string,
  skills: ReadonlyMap<string, Uint8Array>,
): Promise<WrittenSkills | undefined> => {
  const names = [...skills.keys()].flatMap((path) => /^([^/]+)\/SKILL\.md$/.exec(path)?.[1] ?? [])
  if (names.length === 0) return undefined
  const hash = createHash('sha256')
  for (const [path, content] of skills) hash.update(`${path}\0${content.length}\0`).update(content)
  const folder = join(home, 'amelia', `skills-${hash.digest('hex').slice(0, 16)}`)
  const write = async (path: string, content: Uint8Array | string): Promise<void> => {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    // Other sessions may be reading the same file.
    const draft = `${target}.${randomUUID()}`
    await writeFile(draft, content)
    await rename(draft, target)
  }
  // Before the files: folders that are not used for long are deleted.
  await mkdir(folder, { recursive: true })
  await utimes(folder, new Date(), new Date())
  await write('.claude-plugin/plugin.json', JSON.stringify({ name: plugin, version: '1.0.0' }))
  for (const [path, content] of skills) await write(join('skills', path), content)
  return { folder, names: names.map((name) => `${plugin}:${name}`) }
}
