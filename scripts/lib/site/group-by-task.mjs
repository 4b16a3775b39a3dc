import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Comment, CommentTag, ReflectionKind } from 'typedoc'
import { root } from '../project.mjs'

/** The task of each folder of core. A folder that is missing here fails. */
const tasks = {
  contract: 'Contracts of plugins',
  error: 'Errors and checks',
  event: 'Events and reports',
  graph: 'Plans and graphs',
  machine: 'The machine',
  perform: 'Contracts of plugins',
  plan: 'Plans and graphs',
  policy: 'Settings and rules',
  prompt: 'Prompts',
  read: 'Plans and graphs',
  report: 'Views and diagrams',
  run: 'Running plans',
  testing: 'Testing plugins',
  text: 'Text',
}

/** Tasks of the other packages' symbols. */
const kinds = [
  [ReflectionKind.Function | ReflectionKind.Class, 'Use'],
  [ReflectionKind.Variable, 'Constants'],
  [ReflectionKind.SomeType, 'Options and types'],
]

/** Ends the title of a group of re-exported symbols. */
const reexported = ' (re-exported)'

/** Returns the comment at the top of a door's source. */
const describeDoor = (file) => {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return comment
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Names each module after its door, describes it, and groups its symbols by the task that they are for. */
export const groupByTask = (project, doors) => {
  for (const door of project.children ?? []) {
    const file = fileOf(project, door)
    const name = [...doors].find(([entry]) => file === entry)?.[1]
    if (name === undefined) throw new Error(`${file} is not the source of a door.`)
    door.name = name
    door.comment ??= new Comment([{ kind: 'text', text: describeDoor(file) }])
    for (const symbol of door.children ?? []) {
      // Of a group with symbols of both kinds, TypeDoc lists only these: `listReexports` joins two groups.
      const task = `${taskOf(project, symbol)}${symbol.isReference() ? reexported : ''}`
      const tag = new CommentTag('@group', [{ kind: 'text', text: task }])
      const target = symbol.signatures?.[0] ?? symbol
      target.comment ??= new Comment()
      target.comment.blockTags.push(tag)
    }
  }
}

const fileOf = (project, reflection) =>
  (project.getSymbolIdFromReflection(reflection)?.fileName ?? '').replace(`${root}/`, '')

const taskOf = (project, symbol) => {
  const target = symbol.isReference() ? (symbol.tryGetTargetReflectionDeep() ?? symbol) : symbol
  const [, folder] = /^packages\/core\/src\/lib\/([^/]+)\//.exec(fileOf(project, target)) ?? []
  if (folder === undefined) return kinds.find(([kind]) => target.kindOf(kind))?.[1] ?? 'Other'
  const task = tasks[folder]
  if (task === undefined)
    throw new Error(`Add the folder "${folder}" of core to the tasks in group-by-task.mjs.`)
  return task
}
