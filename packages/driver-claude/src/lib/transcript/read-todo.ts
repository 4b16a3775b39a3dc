import { readMessage } from '../message/read-message.ts'
import { createTodoList, type TodoList } from '../tool/todo-list.ts'
import type { Entry } from './read-entries.ts'

/** Reads the todo list of a conversation: its agent goes on with it, and names tasks by their ids alone. */
export const readTodo = (entries: readonly Entry[]): TodoList => {
  const list = createTodoList()
  for (const { toolUseResult, isSidechain, ...entry } of entries)
    if (isSidechain !== true)
      for (const message of readMessage({ ...entry, tool_use_result: toolUseResult })) list.add(message)
  return list
}
