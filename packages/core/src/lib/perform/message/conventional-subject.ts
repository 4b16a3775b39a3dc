import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { readPurpose } from '../../plan/imply/read-purpose.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'

/** The types that the rules of `@commitlint/config-conventional` allow. */
const knownTypes = new Set([
  ...['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'],
])

const typed = /^([A-Za-z]{2,20})(?:\(([^()]{1,50})\))?(!)?:[ \t]+(?=\S)/

const fixes = /^(?:fix|repair|correct|resolve|hotfix|bugfix)(?:es|ed|s)?\b/i
const documents =
  /^(?:document|docs?|documentation|(?:update|write|extend|add) (?:the )?(?:docs?|documentation|readme|changelog))\b/i
const refactors = /^(?:refactor|rename|move|extract|restructure|reorgani[sz]e|simplify|split|clean ?up)\b/i
const documentFile = /(?:^|\/)docs?\/|\.(?:md|mdx|markdown|rst|adoc|txt)$/i

/**
 * Returns the subject of a phase in the form of Conventional Commits, as the rules of
 * `@commitlint/config-conventional` accept it. `message`: the plan's own message, whose type and scope are
 * kept if the type is a known one.
 */
export const conventionalSubject = (phase: FrozenPhase, message: string | undefined): string => {
  const text = message ?? phase.planned.title
  const [prefix = '', written = '', scope = '', mark = ''] = typed.exec(text) ?? []
  const type = written.toLowerCase()
  if (!knownTypes.has(type)) {
    // A plan's unknown type is left out; a title is kept as it is.
    const rest = message === undefined || !/^[a-z]/.test(prefix) ? text : text.slice(prefix.length)
    return `${typeOfPhase(phase)}: ${conventionalText(rest)}`
  }
  const scoped = scope === '' ? '' : `(${scope.toLowerCase()})`
  return `${type}${scoped}${mark}: ${conventionalText(text.slice(prefix.length))}`
}

/**
 * Returns a description that begins with a small letter and has no full stop. A name in mixed case at its
 * beginning becomes code.
 */
export const conventionalText = (text: string): string => {
  const plain = text.replace(/[.\s]{1,20}$/, '')
  const [first = ''] = plain.split(' ', 1)
  if (/^\p{Lu}[\p{L}\d]*\p{Lu}/u.test(first) && /\p{Ll}/u.test(first))
    return `\`${first}\`${plain.slice(first.length)}`
  const lower = /\p{Lu}.*\p{Lu}/u.test(first)
    ? first.toLowerCase()
    : first.slice(0, 1).toLowerCase() + first.slice(1)
  return `${lower}${plain.slice(first.length)}`
}

/** Returns the type of the change: by the types of the parts, else by the files, else by the title. */
export const typeOfPhase = ({ planned, subtaskStatus, attempt: { work } }: FrozenPhase): string => {
  const { title, subtasks } = planned
  const types = new Set(
    subtasks.filter(({ id }) => subtaskStatus.get(id) !== 'skipped').map((subtask) => subtask.type),
  )
  const files = work?.files ?? planned.files
  const all = (matches: (path: string) => boolean): boolean => files.length > 0 && files.every(matches)
  if (fixes.test(title)) return 'fix'
  if (types.has('impl')) return 'feat'
  if (types.has('refactor')) return 'refactor'
  if (types.has('test') || all(isTestFile)) return 'test'
  if (all((path) => documentFile.test(path)) || documents.test(title)) return 'docs'
  if (refactors.test(title)) return 'refactor'
  return readPurpose(title).kind === 'test' ? 'test' : 'feat'
}
