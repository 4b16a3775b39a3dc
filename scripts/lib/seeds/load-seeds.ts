import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { findSeedTags } from './find-seed-tags.ts'
import { readSeedDocument } from './read-seed-document.ts'
import type { SeedDocument, SeedTag } from './seed-document.ts'

const documentNames = [
  'phased-execution',
  'phased-execution-draft',
  'task-based-execution',
  'phase-execution-reference',
  'intelligent-execution',
] as const

/** Lists the test files below a folder, except those of installed packages. */
const listTestFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listTestFiles(path)
      return entry.name.endsWith('.test.ts') ? [path] : []
    })
    .sort()

/** The rows of the source documents, and the tags of the tests that show them. */
export interface Seeds {
  documents: SeedDocument[]
  tags: SeedTag[]
  /** Tags in a wrong form or place. */
  faults: string[]
  /** Whether a source file exists, by its unique name in core or its path from the root. */
  isSource: (name: string) => boolean
}

/** Reads the rows from `docs/project/seeds`, and the tags from all tests of the repository. */
export const loadSeeds = (root: string): Seeds => {
  const found = ['packages', 'test'].flatMap((folder) =>
    listTestFiles(join(root, folder)).map((path) =>
      findSeedTags(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')),
    ),
  )
  const count = new Map<string, number>()
  for (const path of readdirSync(join(root, 'packages/core/src/lib'), { recursive: true, encoding: 'utf8' }))
    count.set(basename(path), (count.get(basename(path)) ?? 0) + 1)
  return {
    documents: documentNames.map((name) =>
      readSeedDocument(name, readFileSync(join(root, `docs/project/seeds/${name}.txt`), 'utf8')),
    ),
    tags: found.flatMap(({ tags }) => tags),
    faults: found.flatMap(({ faults }) => faults),
    isSource: (name) => (name.includes('/') ? existsSync(join(root, name)) : count.get(name) === 1),
  }
}
