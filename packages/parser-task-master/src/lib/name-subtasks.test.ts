import type { Phase } from '@amelia/core/plugin'
import { expect, test } from 'vitest'
import { nameSubtasks } from './name-subtasks.ts'

const namesOf = (id: string, ...subtasks: string[]): [string, string][] => {
  const phase = { id, subtasks: subtasks.map((each) => ({ id: each })) } as unknown as Phase
  return [...nameSubtasks([phase])].map(([each, { own }]) => [each, own])
}

test('an id of the task keeps its number, and one without becomes the next free number', () => {
  expect(namesOf('2', '2', '2.1', '2.2', '2.2.1')).toEqual([
    ['2.1', '1'],
    ['2.2', '2'],
    ['2', '3'],
    ['2.2.1', '4'],
  ])
  expect(namesOf('1', 't001', 't002')).toEqual([
    ['t001', 't001'],
    ['t002', 't002'],
  ])
})

test('names that are read back as the same, or with dots, are numbers', () => {
  const owns = namesOf('1', 'a-b', 'ab', 'step-1-1').map(([, own]) => own)
  expect(new Set(owns).size).toBe(3)
  expect(owns.filter((own) => own.includes('.') || own.includes('-'))).toEqual([])
})
