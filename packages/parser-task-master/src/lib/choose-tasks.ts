import { nearestName } from '@amelia/core/view'
import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentNode, type ListNode, type NodePlace, textOf, valueOf } from '@amelia/markdown'

/** The tasks of the chosen tag. */
export interface Chosen {
  tasks: ListNode
  /** Empty in a file without tags. */
  tag: string
  /** The other tags: other plans. */
  others: string[]
  /** From the metadata of the tag or the file. */
  description: string
  projectName: string
}

const mostTags = 20
const shape = '{ "tasks": [...] } or { "<tag>": { "tasks": [...] } }'

/**
 * Chooses the tasks of a tag, or returns an issue.
 *
 * Without a given tag, chooses the tasks of a file without tags, the only tag, or `master`.
 */
export const chooseTasks = (root: DocumentNode, wanted: string | undefined): Chosen | PlanIssue => {
  const refuse = (
    code: PlanIssue['code'],
    message: string,
    { line, column }: NodePlace = root,
  ): PlanIssue => ({
    severity: 'error',
    code,
    message,
    line,
    column,
  })
  if (root.kind !== 'map')
    return refuse(
      'PLAN_SCHEMA',
      `The file must contain an object, ${shape}.${root.kind === 'list' ? ' It is a list: put it into "tasks".' : ''}`,
    )
  const tags = new Map<string, Chosen>()
  for (const [tag, { value: node }] of root.entries) {
    const tasks = node.kind === 'map' ? node.entries.get('tasks')?.value : undefined
    if (tasks?.kind === 'list') tags.set(tag, describe(tasks, tag, node))
    else if (tag !== 'tasks' && isListOfTasks(node)) tags.set(tag, describe(node, tag, root))
  }
  const untagged = root.entries.get('tasks')?.value
  if (untagged?.kind === 'list' && tags.size === 0) {
    if (wanted === undefined || wanted === 'master') return describe(untagged, '', root)
    return refuse('PLAN_SCHEMA', `Unknown tag ${quote(wanted)}: the file has no tags.`)
  }
  if (tags.size === 0) {
    const keys = [...root.entries.keys()].slice(0, mostTags).map(quote).join(', ')
    const found = keys === '' ? '' : ` Its keys are ${keys}.`
    const message = `The file has no tasks: it must contain ${shape}.${found}`
    return refuse('NO_PHASES', message)
  }
  const names = [...tags.keys()]
  const chosenOf = (chosen: Chosen): Chosen => ({
    ...chosen,
    others: names.filter((name) => name !== chosen.tag),
  })
  const list = `Tags: ${names.slice(0, mostTags).map(quote).join(', ')}${names.length > mostTags ? ', …' : ''}.`
  if (wanted !== undefined) {
    const found = tags.get(wanted)
    if (found) return chosenOf(found)
    const near = nearestName(wanted, names)
    const hint = near === undefined ? '' : ` Did you mean ${quote(near)}?`
    return refuse('PLAN_SCHEMA', `The file has no tag ${quote(wanted)}.${hint} ${list}`)
  }
  const chosen = tags.size === 1 ? tags.get(names[0] ?? '') : tags.get('master')
  return chosen
    ? chosenOf(chosen)
    : refuse('PLAN_SCHEMA', `The file has several tags: choose one (--tag). ${list}`)
}

/** A tag may have its tasks without an object around them: `{ "master": [...] }`. */
const isListOfTasks = (node: DocumentNode): node is ListNode =>
  node.kind === 'list' &&
  node.items.length > 0 &&
  node.items.every((item) => item.kind === 'map' && item.entries.has('id') && item.entries.has('title'))

const describe = (tasks: ListNode, tag: string, owner: DocumentNode): Chosen => {
  const metadata = valueOf(owner, 'metadata') ?? valueOf(owner, 'meta')
  const [description, projectName] = ['description', 'projectName'].map((key) =>
    textOf(valueOf(metadata, key)),
  )
  return { tasks, tag, others: [], description: description ?? '', projectName: projectName ?? '' }
}

const quote = (name: string): string => JSON.stringify(name.slice(0, 60))
