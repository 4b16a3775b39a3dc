import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gitParts, type MarkedTree } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { type GitAnswer, runGit } from '../call/run-git.ts'
import { type CommitPrograms, programsFor } from '../repository/program/programs-for.ts'
import { findAttributes } from '../repository/program/find-attributes.ts'
import { listMarked, movedFrom, readConflicts } from './read-conflicts.ts'
import { readEntries } from './read-entries.ts'

/**
 * Merges two commits without a work tree, in a scratch folder below `folder`.
 *
 * Attributes select merge drivers, and git reads them from files: the scratch folder contains only the
 * `.gitattributes` and the merge drivers of `ours`, so an attempt cannot select which programs of the user's
 * configuration run, or change them.
 */
export const mergeCommits = async (
  repository: Repository,
  folder: string,
  sides: { ours: string; theirs: string },
): Promise<{ tree: string } | { conflicts: string[]; marked?: MarkedTree }> => {
  const { ours, theirs } = sides
  const header = (await repository.objects.read(`${theirs}^{commit}`))?.content.toString('latin1') ?? ''
  const [, tree = '', parent] = /^tree (\w+)\n(?:parent (\w+)\n)?/.exec(header) ?? []
  if (parent === ours) return { tree }
  const { config, mergeFiles } = await programsFor(repository, ours)
  const scratch = await mkdtemp(join(folder, 'merge-'))
  const mergeTree = (...names: string[]): Promise<GitAnswer> =>
    // Settings of the user would add the base's lines between the markers.
    runGit(['-c', 'merge.conflictStyle=merge', 'merge-tree', '--write-tree', '-z', ...names], {
      gitDir: repository.gitDir,
      workTree: scratch,
      config,
      accept: [0, 1],
    })
  const find = async (name: string): Promise<string | undefined> =>
    (await repository.objects.find(`${name}^{commit}`))?.id
  try {
    const files = [...(await findAttributes(repository.objects, ours)), ...listPrograms(mergeFiles)]
    await writeFiles(repository, files, scratch)
    const answer = await mergeTree(ours, theirs)
    const merged = answer.stdout.toString()
    if (answer.exitCode === 0) return { tree: merged.split('\0')[0]! }
    const found = [...readConflicts(merged).stages.keys()]
    const conflicts = [...new Set(found.map((path) => movedFrom(path, sides)?.from ?? path))].sort()
    // Git writes the names that it is given for the sides into the files.
    const labels = gitParts.conflictLabels(sides)
    const names = await Promise.all([find(labels.ours), find(labels.theirs)])
    // A tag may have the name of a label.
    if (names[0] !== ours || names[1] !== theirs) return { conflicts }
    const marked = readConflicts((await mergeTree(labels.ours, labels.theirs)).stdout.toString())
    const entries = await readEntries(repository, marked.tree, [...marked.stages.keys()])
    return { conflicts, marked: { tree: marked.tree, paths: listMarked(marked, entries, labels) } }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface WrittenFile {
  path: string
  id: string
  mode?: string
}

const listPrograms = (files: CommitPrograms['mergeFiles']): WrittenFile[] =>
  [...files].map(([path, entry]) => ({ path, ...entry }))

const writeFiles = async (
  { objects }: Repository,
  files: readonly WrittenFile[],
  folder: string,
): Promise<void> => {
  for (const { path, id, mode } of files) {
    const file = join(folder, path)
    const content = (await objects.read(id))?.content ?? Buffer.alloc(0)
    await mkdir(dirname(file), { recursive: true })
    if (mode === '120000') await symlink(content, file)
    else await writeFile(file, content, { mode: mode === '100755' ? 0o755 : 0o644 })
  }
}
