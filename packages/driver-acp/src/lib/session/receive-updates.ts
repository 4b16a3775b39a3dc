import { boundLine, boundText } from '@amelia/agent-process'
import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { SessionProgress, TodoItem } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'

/** The updates of a session, as its progress and its last message. */
export interface Updates {
  /** Receives an update. */
  receive(update: SessionUpdate): void
  /** Emits text that is still incomplete. */
  flush(): void
  /** Returns the last message of the agent. */
  text(): string
}

/** The receivers of a session's updates. */
export interface UpdateReceivers {
  emit(progress: SessionProgress): void
  /** Called when a tool has ended. */
  onToolEnd(): void
}

const longestText = 4_000
const longestMessage = 2_000_000
const longestItem = 200
const maxItems = 500

const statuses = { pending: 'pending', in_progress: 'running', completed: 'completed' } as const

/** Turns updates into progress: text by line, each tool once, and the todo list as it stands. */
export const receiveUpdates = ({ emit, onToolEnd }: UpdateReceivers): Updates => {
  const tools = new Map<string, { name: string; summary: string; isShown: boolean }>()
  let message = ''
  let lastMessage = ''
  let line = ''
  let list = ''

  const show = (text: string): void => {
    const plain = boundText(stripAnsi(text), longestText).trimEnd()
    if (plain.trim() !== '') emit({ type: 'text', text: plain })
  }
  const flush = (): void => {
    show(line)
    line = ''
  }
  const write = (text: string): void => {
    message = (message + text).slice(-longestMessage)
    line += text
    const end = line.lastIndexOf('\n')
    if (end === -1 && line.length < longestText) return
    show(end === -1 ? line : line.slice(0, end))
    line = end === -1 ? '' : line.slice(end + 1)
  }
  /** A message ends where a tool begins. */
  const endMessage = (): void => {
    flush()
    if (message.trim() !== '') lastMessage = message
    message = ''
  }
  const addTool = (update: SessionUpdate & { sessionUpdate: 'tool_call' | 'tool_call_update' }): void => {
    const known = tools.get(update.toolCallId)
    const tool = known ?? { name: update.kind ?? 'tool', summary: '', isShown: false }
    if (known === undefined) tools.set(update.toolCallId, tool)
    if (typeof update.kind === 'string') tool.name = update.kind
    if (typeof update.title === 'string') tool.summary = boundLine(update.title, longestItem)
    const isOver = update.status === 'completed' || update.status === 'failed'
    // The first report of some agents has neither a title nor an input yet.
    if (!tool.isShown && update.status !== 'pending') {
      tool.isShown = true
      emit({ type: 'tool', name: boundLine(tool.name, 80), summary: tool.summary })
    }
    if (!isOver) return
    tools.delete(update.toolCallId)
    onToolEnd()
  }
  const addList = (items: TodoItem[]): void => {
    const text = JSON.stringify(items)
    if (text === list) return
    list = text
    emit({ type: 'todo', items })
  }

  return {
    receive(update) {
      if (update.sessionUpdate === 'agent_message_chunk') {
        if (update.content.type === 'text') write(update.content.text)
        return
      }
      flush()
      if (update.sessionUpdate === 'tool_call') endMessage()
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') addTool(update)
      if (update.sessionUpdate === 'plan')
        addList(
          update.entries.slice(0, maxItems).map(({ content, status }) => ({
            text: boundLine(content, longestItem),
            status: statuses[status],
          })),
        )
    },
    flush,
    text: () => (message.trim() === '' ? lastMessage : message),
  }
}
