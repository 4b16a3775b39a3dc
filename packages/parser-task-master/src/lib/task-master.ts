import { checkOptions, defineParser, type PlanParserV1, rules } from '@amelia/core/plugin'
import { buildPhases } from './build-phases.ts'
import { chooseTasks } from './choose-tasks.ts'
import { accountForData, findDataMarks, firstSign, nothingFound, readJson } from '@amelia/markdown'
import { readTask } from './read-task.ts'
import { writeTaskMaster } from './write-task-master.ts'

export interface TaskMasterOptions {
  /**
   * The tag whose tasks are the plan. Default: the only tag, else `master`; otherwise an error lists the
   * tags.
   */
  tag?: string | undefined
}

/**
 * Creates a parser for the `tasks.json` of Task Master, with or without tags.
 *
 * A task is a phase, with its description, details and test strategy as the body. Without `dependencies` it
 * depends on the task before it; an empty list declares that there are none. Its priority is the phase's:
 * `high` is 1, `medium` 0 and `low` -1. Priorities of subtasks are ignored.
 */
export const taskMaster = (options: TaskMasterOptions = {}): PlanParserV1 => {
  checkOptions('taskMaster', options, { tag: rules.optional(rules.text) })
  return defineParser({
    id: 'task-master',
    detect: (source) => {
      const first = firstSign(source)
      const head = source.slice(0, 1_000).replace('\ufeff', '')
      // A list without the object around it is refused with the shape that it must have.
      if (first === '[') return isTask.test(head) && head.includes('"dependencies"') ? 0.3 : 0
      if (first !== '{') return 0
      const isTagged = tagged.test(head)
      if (!isTagged && !/"tasks"\s{0,100}:\s{0,100}\[\s{0,100}[{\]]/.test(source)) return 0
      const signs = ['"title"', '"dependencies"', '"status"'].filter((sign) => source.includes(sign))
      if (signs.length > 1) return 0.95
      return source.includes('"label"') || source.includes('"command"') ? 0 : 0.4
    },
    parse: (source) => parse(source, options),
    write: (plan) => writeTaskMaster(plan, (source) => parse(source, {})),
    findMarks: findDataMarks,
  })
}

const isTask = /"id"[^{}]{0,800}"title"|"title"[^{}]{0,800}"id"/
/** `{ "master": [{ "id": ...` */
const tagged =
  /^\s{0,100}\{\s{0,100}"(?!(?:userStories|batches|stories)")[^"\n]{1,60}"\s{0,100}:\s{0,100}\[\s{0,100}\{\s{0,100}"id"/

/** Keys of Task Master that are not about the work. */
const beside = [
  ...['metadata', 'meta', 'createdAt', 'updatedAt', 'complexity', 'complexityScore', 'recommendedSubtasks'],
  ...['expansionPrompt', 'parentTaskId', 'parentId', 'effort'],
]

const rule = 'each task waits for the one before it, unless it has "dependencies"'

const parse = (source: string, options: TaskMasterOptions): ReturnType<PlanParserV1['parse']> => {
  const { node, issues } = readJson(source)
  if (!node) return { issues }
  const chosen = chooseTasks(node, options.tag)
  if ('code' in chosen) return { issues: [...issues, chosen] }
  const { tasks: list, tag, others, projectName, description } = chosen
  const tasks = list.items.flatMap((item, index) => readTask(item, `Task ${index + 1}`, issues) ?? [])
  if (tasks.length === 0) {
    const message =
      tag === '' ? 'The file has no tasks.' : `The tag ${JSON.stringify(tag.slice(0, 60))} has no tasks.`
    return { issues: [...issues, nothingFound(message, list)] }
  }
  const phases = buildPhases(tasks, issues)
  const plan = { title: projectName || tag, goal: description, phases }
  const account = accountForData({ root: node, phases, rule, beside: [...beside, ...others], issues })
  return { plan, issues: [...issues, ...account.issues], reading: account.reading }
}
