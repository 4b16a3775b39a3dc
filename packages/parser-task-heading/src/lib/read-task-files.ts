import { readFields, readPaths, type Section } from '@amelia/markdown'

/** The files that a task declares. */
export interface TaskFiles {
  /** Those under `Create`. */
  created: ReadonlySet<string>
  all: readonly string[]
}

/** Reads the files of a task from its section's field `Files`, or from the blocks around its steps. */
export const readTaskFiles = (section: Section, rest: Parameters<typeof readFields>[0]): TaskFiles => {
  const field = section.fields.get('files') ?? readFields(rest).find(({ name }) => name === 'files')
  const created =
    field?.items.filter((item) => /^[*_]*(?:create\b|创建|新建|新增|新規作成|作成|생성)/i.test(item.text)) ??
    []
  return {
    all: section.files,
    created: new Set(field ? readPaths({ ...field, value: '', items: created }) : []),
  }
}
