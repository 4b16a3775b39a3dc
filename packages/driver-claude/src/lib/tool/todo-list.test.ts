import { expect, it } from 'vitest'
import { createTodoList } from './todo-list.ts'

let calls = 0
/** Uses a tool, and returns the list if it changed. */
const use = (
  list: ReturnType<typeof createTodoList>,
  name: string,
  input: Record<string, unknown>,
  result: Record<string, unknown>,
) => {
  const id = `toolu_${++calls}`
  expect(list.add({ kind: 'tool', id, name, input })).toBeUndefined()
  return list.add({ kind: 'returned', id, result })?.map(({ text, status }) => `${status} ${text}`)
}

const create = (list: ReturnType<typeof createTodoList>, id: string, subject: string) =>
  use(list, 'TaskCreate', { subject }, { task: { id, subject } })
const update = (
  list: ReturnType<typeof createTodoList>,
  taskId: string,
  input: Record<string, unknown>,
  success = true,
) => use(list, 'TaskUpdate', { taskId, ...input }, { success, taskId })

it('follows tasks by their ids', () => {
  const list = createTodoList()
  expect(create(list, '1', '1a Write\n the \u001b[31mtests')).toEqual(['pending 1a Write the tests'])
  expect(create(list, '2', '1b')).toEqual(['pending 1a Write the tests', 'pending 1b'])
  expect(update(list, '1', { status: 'in_progress' })).toEqual(['running 1a Write the tests', 'pending 1b'])
  expect(update(list, '1', { status: 'in_progress' })).toBeUndefined()
  expect(update(list, '1', { status: 'completed', subject: '1a' })).toEqual(['completed 1a', 'pending 1b'])
  expect(update(list, '2', { status: 'completed' }, false)).toBeUndefined()
  expect(update(list, '9', { status: 'completed' })).toBeUndefined()
  expect(update(list, '2', { status: 'deleted' })).toEqual(['completed 1a'])
  const tasks = [{ id: '4', subject: 'other', status: 'in_progress' }]
  expect(use(list, 'TaskList', {}, { tasks })).toEqual(['running other'])
})

it('replaces the list with that of TodoWrite', () => {
  const list = createTodoList()
  const newTodos = [
    { content: '1a', status: 'completed' },
    { content: '1b', status: 'in_progress' },
    { content: '1c', status: 'no such status' },
  ]
  expect(use(list, 'TodoWrite', { todos: [] }, { newTodos })).toEqual([
    'completed 1a',
    'running 1b',
    'pending 1c',
  ])
  expect(use(list, 'TodoWrite', {}, { newTodos: [] })).toEqual([])
})

it('ignores other tools, results without a call, and results of another shape', () => {
  const list = createTodoList()
  expect(use(list, 'mcp__x__TaskCreate', {}, { task: { id: '1', subject: 'x' } })).toBeUndefined()
  expect(list.add({ kind: 'returned', id: 'none', result: { tasks: [] } })).toBeUndefined()
  for (const result of [{}, { task: 5 }, { tasks: 'x' }, { newTodos: {} }, { success: true, taskId: 1 }])
    for (const name of ['TaskCreate', 'TaskUpdate', 'TaskList', 'TodoWrite'])
      expect(use(list, name, {}, result)).toBeUndefined()
})

it('keeps at most 500 items', () => {
  const list = createTodoList()
  for (let id = 1; id <= 500; id++) create(list, `${id}`, `part ${id}`)
  expect(create(list, '501', 'one more')).toBeUndefined()
})
