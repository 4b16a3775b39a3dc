import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findAttributes } from './find-attributes.ts'
import type { Repository } from '../locate-repository.ts'
import { readUserSetting } from '../read-user-setting.ts'
import type { Sample } from './try-filter.ts'

/** Finds a file of a commit for each filter that the attributes select. Empty files have no filter. */
export const findSamples = async (
  repository: Repository,
  commit: string,
  filters: readonly string[],
): Promise<Map<string, Sample>> => {
  const samples = new Map<string, Sample>()
  const used = new Set(await selectedFilters(repository, await findAttributes(repository.objects, commit)))
  const wanted = filters.filter((name) => used.has(name))
  if (wanted.length === 0) return samples
  const folder = await mkdtemp(join(tmpdir(), 'amelia-index-'))
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index'), GIT_LITERAL_PATHSPECS: '0' }
    await repository.git(['read-tree', commit], { env })
    for (const name of wanted) {
      const args = ['ls-files', '-z', '--stage', '--', filterPattern(name)]
      const files = (await repository.git(args, { env })).text.split('\0')
      for (const line of files) {
        const [, id = '', path = ''] = /^100\d+ ([0-9a-f]+) 0\t(.*)$/s.exec(line) ?? []
        if (path === '' || emptyBlobs.includes(id)) continue
        samples.set(name, { path, id })
        break
      }
    }
    return samples
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Matches the files that have a filter. */
export const filterPattern = (name: string): string => `:(attr:filter=${name.replace(/[\\,()\s]/g, '\\$&')})`

/** Lists the filters that files of attributes, or the user's own, name. */
export const selectedFilters = async (
  repository: Repository,
  attributes: readonly { id: string }[],
): Promise<string[]> => {
  const { objects, commonDir, top } = repository
  const { XDG_CONFIG_HOME: config, HOME: home = homedir() } = process.env
  const own =
    (await readUserSetting(repository, 'core.attributesFile', 'path')) ??
    join(config === undefined || config === '' ? join(home, '.config') : config, 'git/attributes')
  const files = [join(commonDir, 'info/attributes'), resolve(top, own)]
  const texts = await Promise.all([
    ...files.map((file) => readFile(file, 'utf8').catch(() => '')),
    ...attributes.map(async ({ id }) => (await objects.read(id))?.content.toString() ?? ''),
  ])
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^[^#].*?\sfilter=(\S+)/gm)].map(([, name = '']) => name),
  )
  return [...new Set(names)].sort()
}

const emptyBlobs = [
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]
