import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loads the packages that a benchmark compares with. */
export interface Peers {
  /** Returns the module of a package, or the reason why it is missing. */
  load<Shape>(group: string, name: string): Promise<Shape | Missing>
  /** Returns the folder of a group's packages, or the reason why it is missing. */
  folder(group: string): string | Missing
  /** The folder that lists the installed peers. */
  list: string
}

/** Explains why a peer has no figures. */
export class Missing {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** Imports by a file inside the group's folder, because an import resolves from the file that contains it. */
const importer = 'export const load = (name) => import(name)\n'

/**
 * Reads `peers.json` in `folder`, which the npm script has written: the folder of each installed group, or
 * the reason why its installation failed.
 */
export const readPeers = (folder: string): Peers => {
  const list = join(folder, 'peers.json')
  const installed = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, { folder?: string; reason?: string }>)
    : {}
  const folderOf = (group: string): string | Missing => {
    const found = installed[group]
    if (found?.folder !== undefined) return found.folder
    return new Missing(found?.reason ?? 'was not asked for; run without `--no-peers`')
  }
  return {
    list: folder,
    folder: folderOf,
    async load<Shape>(group: string, name: string) {
      const at = folderOf(group)
      if (at instanceof Missing) return at
      const file = join(at, 'load.mjs')
      writeFileSync(file, importer)
      try {
        const { load } = (await import(pathToFileURL(file).href)) as {
          load: (name: string) => Promise<Shape>
        }
        return await load(name)
      } catch (error) {
        return new Missing(`cannot be loaded: ${String(error).split('\n')[0]}`)
      }
    },
  }
}
