import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readExcludes } from '../../repository/read-excludes.ts'
import { readRemotes } from '../../repository/read-remotes.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { filledModules, type Module } from '../module/list-modules.ts'
import { excludePatterns } from '../exclude-patterns.ts'
import type { Slot } from '../slot.ts'

/** The state that the agent's git sees. */
export interface Arming {
  /** The commit that HEAD names, detached. */
  head: string
  /** The index file to copy. */
  index: string
  /** Lines of `<id> <ref>`, sorted by reference. */
  refs: string
  /** `Name <address>`; null if the user has none. */
  identity: string | null
}

/** The push URL of each remote: no push from a workspace can work. */
const noPush = '/dev/null/pushing-is-disabled-in-workspaces'

/**
 * Writes a git dir for a workspace and, as git places them, one for each of its submodules. Returns the
 * submodules, nested ones too.
 */
export const writeGitDir = async (
  folder: string,
  repository: Repository,
  slot: Slot,
  { head, index, refs, identity }: Arming,
): Promise<Module[]> => {
  const [excludes, remotes, modules] = await Promise.all([
    readExcludes(repository),
    readRemotes(repository),
    filledModules(repository, slot),
  ])
  const folders = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'hooks']
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true })
  const urls = await Promise.all(modules.map(({ repository: own }) => readRemotes(own)))
  const files = {
    'objects/info/alternates': `${join(repository.commonDir, 'objects')}\n`,
    config: [
      ...coreConfig(repository, slot),
      ...[...remotes].flatMap(([name, all]) => [
        `[remote ${quoteValue(name)}]`,
        ...all.map((url) => `url = ${quoteValue(url)}`),
        `pushurl = ${noPush}`,
        `fetch = ${quoteValue(`+refs/heads/*:refs/remotes/${name}/*`)}`,
      ]),
      ...modules.flatMap(({ name, repository: own }, at) => [
        `[submodule ${quoteValue(name)}]`,
        'active = true',
        `url = ${quoteValue(urls[at]?.get('origin')?.[0] ?? own.gitDir)}`,
      ]),
      ...userConfig(identity),
      '',
    ].join('\n'),
    HEAD: `${head}\n`,
    'packed-refs': `# pack-refs with: sorted \n${refs}`,
    // The agent's git ignores the files that the user's does, and files of the set-up are no changes.
    'info/exclude': excludes + excludePatterns(slot.setup?.roots ?? []).join('\n'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  copyFileSync(index, join(folder, 'index'))
  // A shallow clone's history ends where this file says.
  const shallow = join(repository.commonDir, 'shallow')
  if (existsSync(shallow)) copyFileSync(shallow, join(folder, 'shallow'))
  const nested: Module[] = []
  for (const { name, commit, repository: own, slot: place } of modules) {
    const arming = { head: commit, index: join(place.gitDir, 'index'), refs: '', identity }
    nested.push(...(await writeGitDir(join(folder, 'modules', name), own, place, arming)))
  }
  return [...modules, ...nested]
}

const coreConfig = ({ objectFormat }: Repository, { dotGit, workspace }: Slot): string[] => {
  const isSha256 = objectFormat === 'sha256'
  const worktree = relative(dotGit, workspace)
  return [
    '[core]',
    `repositoryformatversion = ${isSha256 ? 1 : 0}`,
    'bare = false',
    // Of a submodule; else the work tree is the folder above.
    ...(worktree === '..' ? [] : [`worktree = ${quoteValue(worktree)}`]),
    ...(isSha256 ? ['[extensions]', 'objectformat = sha256'] : []),
    '[gc]',
    'auto = 0',
    '[maintenance]',
    'auto = false',
  ]
}

const userConfig = (identity: string | null): string[] => {
  const [, name, email] = /^(.*) <(.*)>$/.exec(identity ?? '') ?? []
  if (name === undefined || email === undefined) return []
  return ['[user]', `name = ${quoteValue(name)}`, `email = ${quoteValue(email)}`]
}

/** Quotes a value or the name of a subsection. A line break would end it. */
const quoteValue = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '')}"`
