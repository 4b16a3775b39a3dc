/**
 * The values that a driver gives during and after a session, as one table per type. Usage has no unknown
 * members, because a figure under a wrong name would not count.
 */
import type { SessionProgress, SessionResult, TodoItem, Usage } from '../../contract/driver.ts'
import { ownEventRules } from '../../contract/tool/own-event.ts'
import {
  amount,
  anything,
  finite,
  list,
  oneOf,
  optional,
  record,
  type Rule,
  type RulesOf,
  shape,
  text,
  variants,
} from '../../error/check/rule.ts'

const usageRule: Rule = record({
  inputTokens: optional(amount),
  cachedInputTokens: optional(amount),
  outputTokens: optional(amount),
  usd: optional(amount),
  estimated: optional(oneOf(true)),
} satisfies RulesOf<Usage>)

const resultRule: Rule = shape('an object with `text` and `usage`', {
  sessionId: optional(text),
  text,
  output: anything,
  usage: usageRule,
} satisfies RulesOf<SessionResult>)

type ProgressOf<Type extends SessionProgress['type']> = Omit<Extract<SessionProgress, { type: Type }>, 'type'>

const todoItem = shape('an item with `text` and `status`', {
  text,
  status: oneOf('pending', 'running', 'completed'),
} satisfies RulesOf<TodoItem>)

const progressKinds: { [Type in SessionProgress['type']]: RulesOf<ProgressOf<Type>> } = {
  text: { text },
  tool: { name: text, summary: text },
  usage: { usage: usageRule },
  todo: { items: list(todoItem) },
  session: { sessionId: text },
  waiting: {
    reason: oneOf('rate_limited', 'transient'),
    until: optional(finite),
    message: optional(text),
  },
  event: ownEventRules,
}

export const sessionRules = {
  usage: usageRule,
  result: resultRule,
  progress: variants('an object with a `type`', 'type', progressKinds),
}
