import { checkPlan } from '@amelia/core'
import { expect, test } from 'vitest'
import { planParsers } from '../plan-parsers.ts'
import { suggestOrder } from './suggest-order.ts'

const suggest = (source: string): [string, string][] =>
  suggestOrder(checkPlan(source, { parsers: planParsers({}) })).map(({ phase, add }) => [phase, add])

/** A plan whose tasks change these files, and have these lines. */
const tasks = (...parts: [file: string, ...lines: string[]][]): string =>
  parts
    .map(([file, ...lines], at) =>
      [`### Task ${at + 1}: Part`, ...lines, file && `**Files:**\n- Modify: \`${file}\``, 'Do it.'].join(
        '\n\n',
      ),
    )
    .join('\n\n')

test('a phase that shares no file with those before it needs no order', () => {
  expect(suggest(tasks(['a.ts'], ['b.ts'], ['c.ts']))).toEqual([
    ['2', '**Depends on:** None'],
    ['3', '**Depends on:** None'],
  ])
})

test('it gets the dependencies of the one before it', () => {
  expect(suggest(tasks(['a.ts'], ['b.ts', '**Depends on:** Task 1'], ['c.ts']))).toEqual([
    ['3', '**Depends on:** 1'],
  ])
})

test('phases that share a file, or whose files are unknown, keep their place', () => {
  expect(suggest(tasks(['a.ts'], ['a.ts'], ['b.ts'], ['a.ts'], [''], ['c.ts'], ['d.ts']))).toEqual([
    ['3', '**Depends on:** None'],
    ['4', '**Depends on:** 2'],
    ['5', '**Depends on:** 3, 4'],
    ['7', '**Depends on:** 5'],
  ])
})

test('nothing is suggested for declared dependencies', () => {
  expect(suggest(tasks(['a.ts'], ['b.ts', '**Depends on:** Task 1']))).toEqual([])
  expect(suggest('| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | - |\n| 2 | B | 1 |\n')).toEqual([])
  expect(suggest(tasks(['a.ts']))).toEqual([])
})

test('a box of a checklist gets its own form', () => {
  expect(suggest('# Tasks\n\n- [ ] 1. Write src/a.ts\n- [ ] 2. Write src/b.ts\n')).toEqual([
    ['2', '(depends on: none)'],
  ])
})

test('the suggested line has the effect that it promises', () => {
  const source = tasks(['a.ts'], ['b.ts', '**Depends on:** None'], ['c.ts', '**Depends on:** None'])
  const { plan } = checkPlan(source, { parsers: planParsers({}) })
  expect(plan?.phases.map(({ dependsOn }) => dependsOn)).toEqual([[], [], []])
})
