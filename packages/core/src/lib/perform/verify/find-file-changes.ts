import type { DiffEntry } from '../../contract/git-backend.ts'
import { dependenciesChanged } from '../../policy/evidence/change/dependencies-changed.ts'
import type { DeclaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import { findReachable, type Reachable } from '../../policy/evidence/change/find-reachable.ts'
import { type FileChange, isManifest, judgeFile, mayDecide } from '../../policy/evidence/change/judge-file.ts'
import { readScripts } from '../../policy/evidence/change/parse-manifest.ts'
import type { Performer } from '../performer.ts'
import { readText } from './read-text.ts'

interface ChangedTree {
  base: string
  commit: string
  entries: readonly DiffEntry[]
  declared: DeclaredPaths
}

/** Lists the changes of files that decide what the checks run, and of snapshots. */
export const findFileChanges = async (
  performer: Performer,
  { base, commit, entries, declared }: ChangedTree,
): Promise<FileChange[]> => {
  const read = async (path: string): Promise<{ path: string; before?: string; after?: string }> => {
    const [before, after] = [await readText(performer, base, path), await readText(performer, commit, path)]
    return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  }
  const manifests = await Promise.all(
    [...new Set(['package.json', ...entries.map(({ path }) => path).filter(isManifest)])].map(read),
  )
  const reachable: Reachable = { scripts: new Set(), files: new Set() }
  for (const tree of ['before', 'after'] as const) {
    const scripts = new Map<string, string>()
    for (const manifest of manifests)
      for (const [name, text] of readScripts(manifest[tree] ?? ''))
        scripts.set(name, [...(scripts.has(name) ? [scripts.get(name)!] : []), text].join(' && '))
    for (const { argv } of performer.state.settings.checks) {
      const found = findReachable(argv, scripts)
      for (const name of found.scripts) reachable.scripts.add(name)
      for (const file of found.files) reachable.files.add(file)
    }
  }
  const files = await Promise.all(
    entries.filter(({ path }) => mayDecide(path, reachable)).map(({ path }) => read(path)),
  )
  const others = entries.filter(({ path }) => !isManifest(path)).map(({ path }) => path)
  const dependencies =
    others.some((path) => dependenciesChanged(path, '', '')) ||
    manifests.some(({ path, before = '', after = '' }) => dependenciesChanged(path, before, after))
  return files.flatMap((file) => judgeFile(file, { declared, reachable, dependencies }))
}
