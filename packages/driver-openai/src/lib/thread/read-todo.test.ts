import { expect, it } from 'vitest'
import { readThreadLine } from './read-thread-line.ts'
import { mergeTodo, readTodo } from './read-todo.ts'

it('reads the items of an event and the steps of a plan', () => {
  expect(
    readTodo([
      { text: '1a Write\n tests', completed: true },
      { text: '1b', completed: false },
      { step: '1c', status: 'in_progress' },
      { step: 'x'.repeat(300), status: 'completed' },
      null,
    ]),
  ).toEqual([
    { text: '1a Write tests', status: 'completed' },
    { text: '1b', status: 'pending' },
    { text: '1c', status: 'running' },
    { text: expect.stringMatching(/^x{190,200}/), status: 'completed' },
    { text: '', status: 'pending' },
  ])
  for (const other of [undefined, 'x', {}]) expect(readTodo(other)).toEqual([])
  expect(readTodo(Array.from({ length: 600 }, () => ({ text: 'x' })))).toHaveLength(500)
})

it("reads the last plan in a thread's log", () => {
  const plan = [{ step: '1a Größe', status: 'in_progress' }]
  const payload = { type: 'function_call', name: 'update_plan', arguments: JSON.stringify({ plan }) }
  const line = (of: object): string => Buffer.from(JSON.stringify({ payload: of })).toString('latin1')
  expect(readThreadLine(line(payload))).toEqual({
    type: 'todo',
    items: [{ text: '1a Größe', status: 'running' }],
  })
  expect(readThreadLine(line({ ...payload, arguments: '{"plan' }))).toBeUndefined()
  expect(readThreadLine(line({ ...payload, name: 'exec', arguments: '"update_plan"' }))).toBeUndefined()
})

it('takes from the log what is under way, if the log is not behind', () => {
  const told = readTodo([
    { text: 'a', completed: true },
    { text: 'b', completed: false },
  ])
  const logged = (...statuses: string[]) =>
    readTodo(statuses.map((status, index) => ({ step: 'abc'[index], status })))
  expect(mergeTodo(told, logged('completed', 'in_progress'))[1]?.status).toBe('running')
  expect(mergeTodo(told, logged('in_progress', 'pending'))).toBe(told)
  expect(mergeTodo(told, logged('completed', 'in_progress', 'pending'))).toBe(told)
  expect(mergeTodo(told, undefined)).toBe(told)
})
