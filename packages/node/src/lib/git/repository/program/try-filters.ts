import type { FilterTrial } from '@amelia/core/plugin'
import { findAttributes } from './find-attributes.ts'
import type { Repository } from '../locate-repository.ts'
import { selectedFilters } from './find-samples.ts'
import { readPrograms } from './read-programs.ts'
import { explainFailure, programsFor } from './programs-for.ts'

/**
 * Tries each filter of a commit on one file. One without settings fails, but is not required. Without a
 * commit, only the latter are reported, by the attributes of the index.
 */
export const tryFilters = async (repository: Repository, commit = 'HEAD'): Promise<FilterTrial[]> => {
  const head = await repository.objects.find(`${commit}^{commit}`)
  const used = head === null ? [] : (await programsFor(repository, head.id, { isFresh: true })).used
  const attributes =
    head === null ? await readIndex(repository) : await findAttributes(repository.objects, head.id)
  const names = new Set((await readPrograms(repository)).filters.map(({ name }) => name))
  const absent = (await selectedFilters(repository, attributes)).filter((name) => !names.has(name))
  return [
    ...used.map(({ name, isRequired, failed }) => ({
      ...{ name, required: isRequired },
      ...(failed && { failure: explainFailure(name, failed) }),
    })),
    ...absent.map((name) => ({
      ...{ name, required: false },
      failure: {
        message: `${name} is used by .gitattributes, but is not set up.`,
        remedy: `Configure filter.${name}.`,
      },
    })),
  ]
}

const readIndex = async ({ git }: Repository): Promise<{ id: string }[]> => {
  const { text } = await git(['ls-files', '-z', '--stage', '--', ':(glob)**/.gitattributes'], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
  })
  return text.split('\0').flatMap(
    (line) =>
      /^\d+ ([0-9a-f]+) /
        .exec(line)
        ?.slice(1)
        .map((id) => ({ id })) ?? [],
  )
}
