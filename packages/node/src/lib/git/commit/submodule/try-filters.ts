import type { FilterTrial } from '@amelia/core/plugin'
import { findModule } from '../../repository/find-module.ts'
import { findSubmodules } from './find-submodules.ts'
import { findAttributes } from '../../repository/program/find-attributes.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { selectedFilters } from '../../repository/program/find-samples.ts'
import { readPrograms } from '../../repository/program/read-programs.ts'
import { explainFailure, programsFor } from '../../repository/program/programs-for.ts'

/**
 * Tries each filter of a commit and of its initialised submodules on one file. One without settings fails,
 * but is not required. Without a commit, only the latter are reported, by the attributes of the index.
 */
export const tryFilters = async (repository: Repository, commit = 'HEAD'): Promise<FilterTrial[]> => {
  const head = await repository.objects.find(`${commit}^{commit}`)
  const attributes =
    head === null ? await readIndex(repository) : await findAttributes(repository.objects, head.id)
  const names = new Set((await readPrograms(repository)).filters.map(({ name }) => name))
  const absent = (await selectedFilters(repository, attributes)).filter((name) => !names.has(name))
  return [
    ...(head === null ? [] : await tryUsed(repository, head.id)),
    ...absent.map((name) => ({
      ...{ name, required: false },
      failure: {
        message: `${name} is used by .gitattributes, but is not set up.`,
        remedy: `Configure filter.${name}.`,
      },
    })),
  ]
}

/** Tries the filters of files of a commit and of its submodules: each once, unless one fails. */
const tryUsed = async (repository: Repository, commit: string, folder = ''): Promise<FilterTrial[]> => {
  const { used } = await programsFor(repository, commit, { isFresh: true })
  const trials = used.map(({ name, isRequired, failed }): FilterTrial => {
    const failure = failed && explainFailure(name, { ...failed, path: `${folder}${failed.path}` })
    return { name, required: isRequired, ...(failure && { failure }) }
  })
  for (const submodule of await findSubmodules(repository, commit)) {
    const module = findModule(repository, submodule)
    if (!module || (await module.objects.find(`${submodule.commit}^{commit}`)) === null) continue
    const inside = await tryUsed(module, submodule.commit, `${folder}${submodule.path}/`)
    trials.push(...inside.filter(({ name, failure }) => failure || !trials.some((one) => one.name === name)))
  }
  return trials
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
