import { expect, it } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { noteDependencies } from './note-dependencies.ts'

const note = (...sections: [text: string, dependsOn: string[]][]) => {
  const text = sections.map(([body], at) => `## Phase ${at + 1}: P\n\n${body}\n\n`).join('')
  const phases = sections.map(([, dependsOn], at) => {
    const line = text.slice(0, text.indexOf(`## Phase ${at + 1}`)).split('\n').length
    return { id: `${at + 1}`, title: 'P', dependsOn, line }
  })
  return noteDependencies(readOutline(text), phases).map(({ line, text: said }) => `${line} ${said}`)
}

it('notes a dependency that was read from a sentence', () => {
  expect(note(['Text.', []], ['Requires: phase 1 to be merged', ['1']])).toEqual([
    '7 read as a dependency of 2 on 1: "phase 1 to be merged"',
  ])
})

it.each(['1', 'Phase 1', 'None', 'Phases 1 and 2', '1, 2a'])('does not note the list "%s"', (list) => {
  expect(note([`**Depends on:** ${list}`, []])).toEqual([])
})

it('notes what phases without a declaration wait for, if others have one', () => {
  expect(note(['**Depends on:** None', []], ['Text.', ['1']], ['Requires: a login', ['2']])).toEqual([
    expect.stringContaining('5 no dependencies declared: 2 waits for 1; 3 waits for 2'),
  ])
  expect(note(['Text.', []], ['Text.', ['1']])).toEqual([])
})
