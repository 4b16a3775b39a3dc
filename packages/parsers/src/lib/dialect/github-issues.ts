import {
  defineParser,
  type PhaseDraft,
  phaseFields,
  type PlanIssue,
  type PlanParserV1,
} from '@amelia/core/plugin'
import {
  accountForData,
  type DocumentNode,
  findPrevious,
  firstSign,
  type NodePlace,
  nothingFound,
  oneLine,
  readJson,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'

/**
 * Creates a parser for a list of GitHub issues: the output of `gh issue list --json
 * number,title,body,labels,state`.
 *
 * An issue is a phase, in the order of their numbers. It depends on the issues of the list that a line
 * `Depends on #12` or `Blocked by #12` of its body names; any other is a warning, because a list may omit
 * closed issues. Without such a line it depends on the issue before it; `Depends on: none` declares that it
 * depends on none. A closed issue is done. A label such as `priority: high` or `P1` sets the priority.
 */
export const githubIssues = (): PlanParserV1 =>
  defineParser({
    id: 'github-issues',
    detect: (source) =>
      firstSign(source) === '[' && ['"number"', '"title"', '"body"'].every((key) => source.includes(key))
        ? 0.95
        : 0,
    parse: (source) => {
      const { node, issues } = readJson(source)
      if (!node) return { issues }
      const items = node.kind === 'list' ? node.items : []
      if (items.length === 0) return { issues: [...issues, nothingFound('The list has no issues.', node)] }
      const found = items.flatMap((item, index) => readIssue(item, index, issues) ?? [])
      found.sort((one, other) => one.number - other.number)
      const positions = new Map(found.map(({ phase }, index) => [phase.id, index]))
      const named = found.map(({ phase, names = [], place }) => {
        const others = [...new Set(names)].filter((id) => id !== phase.id)
        const absent = phase.status === 'done' ? [] : others.filter((id) => !positions.has(id))
        if (absent.length > 0) issues.push(notInList(phase.id, absent, place))
        return others.filter((id) => positions.has(id))
      })
      const previous = findPrevious(named.map((ids) => ids.flatMap((id) => positions.get(id) ?? [])))
      const phases = found.map(({ phase, names }, index): PhaseDraft => {
        const before = names === undefined ? found[previous[index] ?? -1]?.phase.id : undefined
        const dependsOn = before === undefined || before === phase.id ? (named[index] ?? []) : [before]
        return { ...phase, dependsOn }
      })
      const account = accountForData({ root: node, rule, beside, issues })
      return {
        plan: { title: 'Issues', phases },
        issues: [...issues, ...account.issues],
        reading: account.reading,
      }
    },
  })

const rule =
  'by number; each issue waits for the one before it, unless it has a line "Depends on #1" or "Blocked by #1"'
/** Fields of `gh issue list --json` that are not about the work. */
const beside = [
  ...['id', 'url', 'author', 'assignees', 'color', 'description', 'milestone', 'projectItems', 'stateReason'],
  ...['createdAt', 'updatedAt', 'closedAt', 'reactionGroups', 'isPinned', 'projectCards', 'closed'],
]

const notInList = (id: string, absent: readonly string[], { line, column }: NodePlace): PlanIssue => {
  const others = absent.slice(0, 5).map((other) => `#${other}`)
  const more = absent.length > 5 ? ` and ${absent.length - 5} more` : ''
  const message = `Issue ${id} depends on ${others.join(', ')}${more}, which the list does not contain, so it does not wait for that. List it too, unless it is closed.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column }
}

/** Each repetition is bounded, so that blank lines and spaces cost linear time. */
const reference =
  /^[ \t>*-]{0,20}(?:depends on|blocked by|requires)\b[: \t*]{0,20}((?:(?:,|and|&|[ \t]){0,9}#\d{1,9})+)/gim
const none =
  /^[ \t>*-]{0,20}(?:depends on|blocked by|requires)\b[: \t*]{0,20}(?:none|nothing|n\/a|[-–—])[ \t.]{0,9}$/im

const readIssue = (
  node: DocumentNode,
  index: number,
  issues: PlanIssue[],
): { number: number; names: string[] | undefined; phase: PhaseDraft; place: NodePlace } | undefined => {
  const { line, column } = node
  const number = Number(textOf(valueOf(node, 'number')) || Number.NaN)
  const title = oneLine(textOf(valueOf(node, 'title')))
  if (!Number.isInteger(number) || title === '') {
    const message = `Issue ${index + 1} of the list must have a "number" and a "title".`
    issues.push({ severity: 'error', code: 'PLAN_SCHEMA', message, line, column })
    return undefined
  }
  const body = textOf(valueOf(node, 'body')).replaceAll('\r\n', '\n')
  const priority = textsOf(valueOf(node, 'labels'), 'name')
    .map((label) => phaseFields.priority.read(label.replace(/^prio(?:rity)?[:/ ]*/i, '')))
    .find((each) => each !== undefined)
  const state = textOf(valueOf(node, 'state'))
  const isClosed = state.toLowerCase() === 'closed'
  if (state !== '' && !isClosed && state.toLowerCase() !== 'open') {
    const message = `Issue ${number}: the state "${state.slice(0, 40)}" is unknown, so it counts as open.`
    issues.push({ severity: 'warning', code: 'STATUS_UNKNOWN', message, line, column })
  }
  const names = [...body.matchAll(reference)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  return {
    number,
    place: { line, column },
    names: names.length > 0 || none.test(body) ? names : undefined,
    phase: {
      ...{ id: String(number), title, body, line },
      ...(priority !== undefined && { priority }),
      ...(isClosed && { status: 'done' as const }),
    },
  }
}
