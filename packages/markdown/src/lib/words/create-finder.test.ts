import { describe, expect, it } from 'vitest'
import { isBesideWork, isCriteriaHeading } from '../section/is-beside-work.ts'
import { foldHead } from './fold-head.ts'
import { foldLabel } from './fold-label.ts'
import { foldReferences } from './fold-references.ts'
import { foldValue } from './fold-value.ts'
import { isWide } from './fold-width.ts'
import { samples } from '../../../test/word-samples.ts'
import { languages } from './create-finder.ts'

const each = (rows: readonly (readonly [string, string])[]) =>
  rows.flatMap(([english, words]) => words.split(', ').map((word) => [word, english] as const))

describe.each(Object.entries(languages))('%s', (_, { units, labels, values, criteria, beside }) => {
  const lists = [...[units, labels, values].flatMap((words) => Object.values(words)), criteria, beside]

  it('has at most 45 words', () => {
    expect(lists.flatMap((list) => list.split(', ')).length).toBeLessThanOrEqual(45)
  })

  it('is in lower case, without groups that capture', () => {
    for (const list of lists) expect(list).toBe(list.toLowerCase())
    for (const list of lists) expect(list).not.toMatch(/\((?!\?)/)
  })
})

it.each(each(samples.units))('%s is the unit %s', (word, english) => {
  const name = `${english[0]?.toUpperCase()}${english.slice(1)}`
  expect(foldHead(`${word} 2: x`)).toBe(`${name} 2: x`)
  expect(foldLabel(word)).toBe(english)
  if (!isWide(word)) return
  expect(foldHead(`第二${word} x`)).toBe(`${name} 2: x`)
  expect(foldHead(`2${word}: x`)).toBe(`${name} 2: x`)
})

it.each(each(samples.labels))('%s is the label %s', (word, english) => {
  expect(foldLabel(word)).toBe(english)
})

it.each(each(samples.values))('%s is the value %s', (word, english) => {
  expect(foldValue(word)).toBe(english)
  expect(foldValue(`✅ ${word} (x)`)).toBe(`✅ ${english} (x)`)
})

it.each(each(samples.criteria))('%s is a heading of criteria', (word) => {
  for (const heading of [word, `8. ${word}`, `${word} (x)`, `${word}:`])
    expect(isCriteriaHeading(heading)).toBe(true)
  if (!isWide(word)) return
  expect(isCriteriaHeading(`阶段 1：${word}`)).toBe(true)
  expect(isCriteriaHeading(`阶段 1：x${word}`)).toBe(false)
})

it.each(each(samples.beside))('%s is a heading beside the work', (word) => {
  for (const heading of [word, `3. ${word}`, `${word}: x`]) expect(isBesideWork(heading)).toBe(true)
  expect(isBesideWork(`x${word}`)).toBe(false)
})

it.each([
  ['Fase 1 e Fase 2', '1, 2'],
  ['Tareas 1 y 2', '1, 2'],
  ['Aufgaben 1 bis 3', '1…3'],
  ['Этапа 1 и этапа 2', '1, 2'],
  ['tâche 2a', '2a'],
  ['Fase 1, 2', '1, 2'],
  ['Alle', 'all'],
  ['todas las anteriores', 'all previous'],
  ['alle außer 2', 'all except  2'],
  ['Phase 1 and 2', 'Phase 1 and 2'],
])('the references "%s" are %s', (text, expected) => {
  expect(foldReferences(text).trim().replace(/ +,/g, ',').replace(/, +/g, ', ').replace(/ *… */, '…')).toBe(
    expected,
  )
})

it.each([
  ['Phase 1 of 3: Base', 'Phase 1: Base'],
  ['Step 2/5 - Build', 'Step 2 - Build'],
  ['Fase 2 de 4: x', 'Phase 2: x'],
  ['3.1 Fase 2: x', '3.1 Phase 2: x'],
  ['✅ Tarefa 2 – x', '✅ Task 2: x'],
  ['Etapa №3. x', 'Stage 3: x'],
  ['Tarefa a fazer', 'Tarefa a fazer'],
  ['Fases', 'Fases'],
  ['Phase 1 x', 'Phase 1 x'],
  ['Part 1 of the story', 'Part 1 of the story'],
])('the heading "%s" is %s', (text, expected) => {
  expect(foldHead(text)).toBe(expected)
})
