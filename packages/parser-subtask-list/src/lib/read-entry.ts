import { nearestName } from '@amelia/core/view'
import { normalizePhaseId, type PlanIssue, type PlanStatus, readStatus } from '@amelia/core/plugin'
import { foldValue, plainText, readPaths, titleText, typeOf } from '@amelia/markdown'
import type { Entry } from './entry.ts'
import type { SubtaskLine } from './read-subtask-line.ts'

/** The values of a subtask, from one line or from fields. */
export interface EntrySource {
  id: string
  title: string
  body: string
  /** As written; undefined if missing. */
  type?: string | undefined
  depends?: string | undefined
  files?: string[] | undefined
  status?: string | undefined
  phase?: string | undefined
  /** The status that its checkbox or its heading gives. */
  boxed?: PlanStatus | undefined
  line: number
  column: number
}

/** Builds a subtask from its values, and warns about an unknown type or status. */
export const readEntry = (source: EntrySource, issues: PlanIssue[]): Entry => {
  const { line, column } = source
  const id = normalizePhaseId(plainText(source.id))
  const title = titleText(source.title)
  const warn = (code: PlanIssue['code'], message: string): void => {
    issues.push({ severity: 'warning', code, message, line, column })
  }
  const word = plainText(dropBrackets(source.type ?? ''))
  const known = typeOf(word)
  const type = known ?? (word === '' ? undefined : 'other')
  if (word !== '' && !known) {
    const kinds = 'test, impl, refactor and other'
    warn(
      'KEY_UNKNOWN',
      `Subtask ${id}: the type "${short(word)}" is not one of ${kinds}, so it counts as other.`,
    )
  }
  const said = plainText(source.status ?? '')
  const status = source.boxed === 'done' ? source.boxed : (readStatus(foldValue(said)) ?? source.boxed)
  if (said !== '' && !status) {
    warn(
      'STATUS_UNKNOWN',
      `Subtask ${id}: the status "${short(said)}" does not decide whether it runs, so it counts as pending.`,
    )
  }
  const phase = /^\d{1,6}/.exec(source.phase ?? '')
  return {
    id,
    title,
    body: source.body,
    ...(type && { type }),
    ...(source.depends !== undefined && { depends: dropBrackets(source.depends) }),
    files: source.files ?? [],
    steps: [],
    ...(status && { status }),
    ...(phase && { phase: Number(phase[0]) }),
    line,
    column,
  }
}

/** Builds a subtask from a line of the list. */
export const readLineEntry = (
  { id, title, boxed, values, unknown }: SubtaskLine,
  place: { line: number; column: number },
  issues: PlanIssue[],
): Entry => {
  for (const key of unknown) {
    const near = nearestName(key.toLowerCase(), ['type', 'depends', 'files', 'status', 'phase'])
    const remedy = near === undefined ? '' : ` Did you mean "${near}"?`
    const message = `Subtask ${id}: the key "${key}" is unknown, so it is ignored.${remedy}`
    issues.push({ severity: 'warning', code: 'KEY_UNKNOWN', message, ...place })
  }
  const files = dropBrackets(values.get('files') ?? '')
  const depends = values.get('depends')
  if (depends === '') {
    const message = `Subtask ${id}: "depends" is empty, so it declares nothing. Write depends: [] if the subtask waits for none.`
    issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, ...place })
  }
  return readEntry(
    {
      id,
      title,
      body: '',
      boxed,
      type: values.get('type'),
      depends: depends === '' ? undefined : depends,
      files: readPaths({ name: 'files', label: 'files', value: files, items: [], ...place }),
      status: values.get('status'),
      phase: values.get('phase'),
      ...place,
    },
    issues,
  )
}

/** Removes brackets and quotes: `[1a, 2a]` and `["1a"]` are equal to `1a, 2a`. */
const dropBrackets = (value: string): string => {
  const text = value.trim().replace(/^［(.*)］$/s, '[$1]')
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return inner.replace(/["']/g, '').trim()
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
