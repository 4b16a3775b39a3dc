import type { Phase } from '../../../plan/model/phase.ts'
import type { Plan } from '../../../plan/model/plan.ts'
import type { Subtask } from '../../../plan/model/subtask.ts'
import { type Purpose, readPurpose } from '../../../plan/imply/read-purpose.ts'
import { subjectWords } from './subject-words.ts'
import { isOpen } from '../../dispatch/is-open.ts'
import type { SubtaskDependencies } from '../../dispatch/subtask-dependencies.ts'
import { isTestFile } from '../is-test-file.ts'

/** A piece of work that writes tests, or may make them pass: a subtask, or a phase as a whole. */
export interface Work {
  /** Its number in the graph of dependencies. */
  node: number
  /** The id of the subtask, or of the phase. */
  id: string
  phase: Phase
  /** `change` is work that does not say what it is. */
  kind: 'test' | 'impl' | 'change'
  /**
   * How the kind is known: the plan states it, its words do, or it declares only test files. A `change` that
   * creates something has `words`, any other one `files`.
   */
  by: 'type' | 'words' | 'files'
  /** Whether tests are called failing. */
  fails: boolean
  title: string
  /** The words of its title and its files. */
  subject: ReadonlySet<string>
  files: readonly string[]
}

/**
 * Lists the open work of a plan by what it says about tests, in plan order.
 *
 * Where subtasks have types or write code, or their words name tests, each is a piece of work. Where only the
 * phase's own title does, or nothing, the phase is one.
 */
export const listWork = (plan: Plan, { ends }: Pick<SubtaskDependencies, 'ends'>): Work[] => {
  let node = 0
  const isStated = readStatements(plan)
  return plan.phases.flatMap((phase, index) => {
    const first = node
    node += phase.subtasks.length
    if (!isOpen(phase)) return []
    const parts = phase.subtasks.flatMap((subtask, at) =>
      isOpen(subtask) ? [{ subtask, at, purpose: readPurpose(subtask.title, subtask.body) }] : [],
    )
    const isTyped = parts.some(({ subtask }) => subtask.type === 'test' || subtask.type === 'impl')
    const own = readPurpose(phase.title)
    const isNamed = own.kind === 'test' || own.kind === 'implement'
    const isDivided = isTyped || (!isNamed && parts.some(({ purpose }) => purpose.kind === 'test'))
    if (isDivided || parts.some(({ subtask }) => writesCode(subtask)))
      return parts.flatMap(({ subtask, at, purpose }) => {
        const stated = isStated(phase, subtask)
        const isRead = !isTyped || !stated || writesCode(subtask)
        const kind =
          typed(subtask, stated) ?? (isRead ? worded(purpose, subtask.title, subtask.files) : undefined)
        return workOf(phase, subtask, first + at, kind)
      })
    const isImplemented = own.kind === 'change' && parts.some(({ purpose }) => purpose.kind === 'implement')
    const files = [...new Set([...phase.files, ...phase.subtasks.flatMap((subtask) => subtask.files)])]
    const kind = worded(isImplemented ? { kind: 'implement', fails: false } : own, phase.title, files)
    const words = [phase.title, ...phase.subtasks.map(({ title }) => title)].join(' ')
    return workOf(phase, { id: phase.id, title: phase.title, files }, ends[index]!, kind, words)
  })
}

const writesCode = ({ steps }: Subtask): boolean => steps.some(({ action }) => action === 'code')

const workOf = (
  phase: Phase,
  { id, title, files }: Pick<Subtask, 'id' | 'title' | 'files'>,
  node: number,
  kind: Kind | undefined,
  words = title,
): Work[] =>
  kind
    ? [
        {
          node,
          id,
          phase,
          title,
          files,
          subject: subjectWords([words, ...files.map(stemOf)].join(' ')),
          ...kind,
        },
      ]
    : []

type Kind = Pick<Work, 'kind' | 'by' | 'fails'>

/** Formats in which each type is stated. In the others, types are also read from words and headings. */
const stating: readonly string[] = ['subtask-list', 'execution-plan']
const statement = /\((?:test|impl)\)|\btype\W{1,8}(?:test|impl)\b/i

/** Tells whether the plan states the type of a subtask, on its own line or in the heading of its phase. */
const readStatements = ({ format, source }: Plan): ((phase: Phase, subtask: Subtask) => boolean) => {
  if (source === '' || stating.includes(format)) return () => true
  const lines = source.split('\n')
  return (phase, subtask) =>
    [phase, subtask].some(({ line }) => statement.test((lines[line - 1] ?? '').slice(0, 1_000)))
}

const typed = ({ type, title, body }: Subtask, stated: boolean): Kind | undefined => {
  if (type !== 'test' && type !== 'impl') return undefined
  const { kind, fails } = readPurpose(title, body)
  return { kind: type, by: stated ? 'type' : 'words', fails: type === 'test' && kind === 'test' && fails }
}

/** Verbs of work that brings something new. */
const creates = /^(?:add|create|build|write|develop|introduce|make|provide|define|code)\b/i

/** Whether a file is more than a text about the project. */
const isCode = (path: string): boolean => !/\.(?:md|mdx|txt|rst|adoc)$/i.test(path)

const worded = ({ kind, fails }: Purpose, title: string, files: readonly string[]): Kind | undefined => {
  if (kind === 'test') return { kind: 'test', by: 'words', fails }
  if (kind === 'implement') return { kind: 'impl', by: 'words', fails: false }
  if (kind !== 'change' && kind !== 'aside') return undefined
  if (files.length > 0 && files.every(isTestFile)) return { kind: 'test', by: 'files', fails: false }
  // `Read dates` implements something if it declares a file of the project.
  if (kind === 'aside' && !files.some(isCode)) return undefined
  return { kind: 'change', by: creates.test(title.trim()) ? 'words' : 'files', fails: false }
}

/** The name of a file without its folders, its extension and the marks of a test. */
export const stemOf = (path: string): string =>
  (path.split('/').at(-1) ?? '')
    .replace(/\..*$/, '')
    .replace(/^(?:test[_-]|Test(?=[A-Z]))|[_-](?:test|spec)s?$|(?:Tests?|TestCase|Spec|IT)$/g, '')
    .toLowerCase()
