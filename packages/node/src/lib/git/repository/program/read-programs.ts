import type { Repository } from '../locate-repository.ts'

/** A filter of the user's configuration. */
export interface Filter {
  name: string
  /** Whether git refuses a file if the filter fails. */
  isRequired: boolean
  /** Commands by setting, such as `filter.NAME.clean`. */
  commands: ReadonlyMap<string, string>
}

/** The programs of the user's configuration that git may run on files. */
export interface Programs {
  filters: readonly Filter[]
  /** Commands by setting, such as `merge.NAME.driver`. */
  mergeDrivers: ReadonlyMap<string, string>
}

/** Reads the filters and merge drivers of the user's configuration. */
export const readPrograms = async (repository: Repository): Promise<Programs> => {
  const wanted = '^(filter\\..*\\.(clean|smudge|process|required)|merge\\..*\\.driver)$'
  const { text } = await repository.git(['config', '-z', '--get-regexp', wanted], { accept: [0, 1] })
  const filters = new Map<string, { isRequired: boolean; commands: Map<string, string> }>()
  const mergeDrivers = new Map<string, string>()
  for (const entry of text.split('\0')) {
    // A setting without a value is true.
    const [, setting = '', section, name = '', key, value = 'true'] =
      /^((filter|merge)\.([^\n]*)\.([a-z]+))(?:\n(.*))?$/s.exec(entry) ?? []
    if (section === 'merge') mergeDrivers.set(setting, value)
    if (section !== 'filter') continue
    const filter = filters.get(name) ?? { isRequired: false, commands: new Map<string, string>() }
    filters.set(name, filter)
    if (key === 'required') filter.isRequired = /^(?:true|yes|on|-?[1-9]\d*)$/i.test(value)
    else if (value !== '') filter.commands.set(setting, value)
    // As in git, an empty command replaces one of a wider scope.
    else filter.commands.delete(setting)
  }
  return { filters: [...filters].map(([name, filter]) => ({ name, ...filter })), mergeDrivers }
}
