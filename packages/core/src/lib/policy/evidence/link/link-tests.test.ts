import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../../plan/model/phase.ts'
import type { PlanDraft } from '../../../plan/model/plan.ts'
import type { SubtaskDraft } from '../../../plan/model/subtask.ts'
import { planSchema } from '../../../plan/plan-schema.ts'
import { checkLinks } from './check-links.ts'
import { findLateTests, linkTests } from './link-tests.ts'

/** Rows such as `2 Implement slug <1 (src/slug.js)`. */
const phases = (...rows: string[]): PhaseDraft[] =>
  rows.map((row) => {
    const [, id, title, after, files] = /^(\S+) (.+?)(?: <(\S+))?(?: \((.+)\))?$/.exec(row)!
    return { id: id!, title: title!, dependsOn: after?.split(',') ?? [], files: files?.split(', ') ?? [] }
  })
const planOf = (all: PhaseDraft[], more: Partial<PlanDraft> = {}) =>
  planSchema.parse({ phases: all, ...more })
const links = (all: PhaseDraft[], format = 'phase-table'): string[] =>
  linkTests(planOf(all, { format })).map(({ test, answers }) =>
    `${test.id}: ${answers.map(({ id }) => id).join(' ')}`.trim(),
  )

describe('tests of phases are linked', () => {
  it.each<[string, string[], string[]]>([
    ['by their titles', ['1 Write failing tests for slug', '2 Implement slug <1'], ['1: 2']],
    ['to work that creates the subject', ['1 Write tests for slug', '2 Add slug helper <1'], ['1: 2']],
    ['without a verb', ['1 Slug tests', '2 Slug implementation <1'], ['1: 2']],
    [
      'by the best subject of several',
      [
        '1 User model tests',
        '2 Post model tests <1',
        '3 Implement User model <2',
        '4 Implement Post model <3',
      ],
      ['1: 3', '2: 4'],
    ],
    [
      'for each member of a list',
      ['1 Write failing tests for slugs and titles', '2 Implement titles <1', '3 Implement slugs <1'],
      ['1: 2 3'],
    ],
    [
      'past an implementation of something else',
      ['1 Tests for slug', '2 Tests for title <1', '3 Implement slug <2', '4 Implement title <3'],
      ['1: 3', '2: 4'],
    ],
    [
      'by a file of the same name, whatever the titles',
      [
        '1 Describe edge cases (test/slug.test.js)',
        '2 Tidy up <1 (src/other.js)',
        '3 Do it <2 (src/slug.js)',
      ],
      ['1: 3'],
    ],
    [
      'by a test file that later work declares',
      ['1 Edge cases (tests/test_edges.py)', '2 Handle them <1 (slug.py, tests/test_edges.py)'],
      ['1: 2'],
    ],
    [
      'to the nearest work if they are called failing',
      ['1 Write failing tests', '2 Do the work <1'],
      ['1: 2'],
    ],
    [
      'in other languages',
      [
        '1 Fehlschlagende Tests für Slug schreiben',
        '2 Slug implementieren <1',
        '3 スラッグのテストを書く',
        '4 スラッグを実装する <3',
        '5 为短链接编写测试',
        '6 实现短链接 <5',
        '7 Escribir pruebas de la ruta',
        '8 Implementar la ruta <7',
        '9 Написать тесты для маршрута',
        '10 Реализовать маршрут <9',
      ],
      ['1: 2', '3: 4', '5: 6', '7: 8', '9: 10'],
    ],
  ])('%s', (_, rows, linked) => {
    expect(links(phases(...rows))).toEqual(linked)
  })

  it.each<[string, string[], string[]]>([
    ['work that does not depend on them', ['1 Write failing tests for slug', '2 Implement slug'], ['1:']],
    ['a later change of the same subject', ['1 Write tests for slug', '2 Speed slug up <1'], ['1:']],
    ['work with another subject', ['1 Write tests for slug', '2 Implement titles <1'], ['1:']],
    ['documentation', ['1 Write failing tests for slug', '2 Document slug <1'], ['1:']],
    [
      'work that comes after the tested work',
      ['1 Add slug', '2 Write tests for slug <1', '3 Implement slug in links <2'],
      ['2:'],
    ],
    ['a skill that has test in its name', ['1 Create test-driven skill', '2 Create skill list <1'], []],
    ['tests at the end', ['1 Implement slug', '2 Write integration tests for slug <1'], ['2:']],
  ])('not to %s', (_, rows, linked) => {
    expect(links(phases(...rows))).toEqual(linked)
  })

  const part = (id: string, title: string): SubtaskDraft => ({ id, title })

  it('to subtasks, and from them, of other phases', () => {
    const boxes = (second: SubtaskDraft[]): PhaseDraft[] => [
      {
        id: '1',
        title: 'Preparation',
        subtasks: [part('1.1', 'Write failing tests for slug'), part('1.2', 'Read')],
      },
      { id: '2', title: 'Work', dependsOn: ['1'], subtasks: second },
    ]
    expect(links(boxes([part('2.1', 'Implement slug')]))).toEqual(['1.1: 2'])
    expect(links(boxes([]))).toEqual(['1.1: 2'])
    const typed: SubtaskDraft = { ...part('2.1', 'Slug'), type: 'impl' }
    expect(links(boxes([typed]))).toEqual(['1.1: 2.1'])
  })

  it('in a list of subtasks without types', () => {
    const list: PhaseDraft[] = [
      { id: '1', title: 'Write slug tests', subtasks: [part('1a', 'Write slug tests')] },
      {
        id: '2',
        title: 'Implement slug',
        dependsOn: ['1'],
        subtasks: [{ ...part('2a', 'Implement slug'), dependsOn: ['1a'] }],
      },
    ]
    expect(links(list, 'subtask-list')).toEqual(['1: 2'])
  })

  it('to work of their own phase first, and to no later one if work of their phase comes before them', () => {
    const boxes = (...titles: string[]): PhaseDraft[] => [
      { id: '1', title: 'Slugs', subtasks: titles.map((title, at) => ({ id: `1.${at + 1}`, title })) },
      { id: '2', title: 'Implement slug in links', dependsOn: ['1'] },
    ]
    expect(links(boxes('Write tests for slug', 'Implement slug'))).toEqual(['1.1: 1.2'])
    expect(links(boxes('Add the slug', 'Write tests for slug'))).toEqual(['1.2:'])
    expect(links(boxes('Add the parser', 'Write unit tests'))).toEqual(['1.2:'])
    expect(links(boxes('Write failing tests for slug'))).toEqual(['1.1: 2'])
  })

  it('over steps that validate each other, in any batch', () => {
    const step = (id: string, type: 'test' | 'impl', validates?: string): SubtaskDraft => ({
      id,
      title: id,
      type,
      steps: [{ id, action: 'code', filePath: `${id}.js`, ...(validates && { validatesStep: validates }) }],
    })
    const batch = (id: string, subtask: SubtaskDraft, ...dependsOn: string[]): PhaseDraft => ({
      id,
      title: id,
      dependsOn,
      subtasks: [subtask],
    })
    expect(
      links([batch('a', step('1.1', 'test', '2.1')), batch('b', step('2.1', 'impl'), 'a')], 'execution-plan'),
    ).toEqual(['1.1: 2.1'])
  })
})

describe('findLateTests', () => {
  const code = (id: string, title: string, filePath: string, more: object = {}): SubtaskDraft => ({
    id,
    title,
    files: [filePath],
    steps: [{ id, action: 'code', filePath }],
    ...more,
  })
  const late = (...batches: SubtaskDraft[][]): string[] => {
    const plan = planOf(
      batches.map((subtasks, at) => ({
        id: `${at + 1}`,
        title: `Batch ${at + 1}`,
        dependsOn: at === 0 ? [] : [`${at}`],
        subtasks,
      })),
    )
    return findLateTests(plan, linkTests(plan)).map((each) => `${each.code.id} before ${each.test.id}`)
  }
  const test = (id: string, title = 'Logout test') => code(id, title, 'test/logout.test.js', { type: 'test' })

  it('finds code whose test comes after it, by file or by words', () => {
    expect(late([code('1.1', 'Handle the route', 'src/logout.js')], [test('2.1')])).toEqual([
      '1.1 before 2.1',
    ])
    expect(late([code('1.1', 'Implement logout', 'src/auth.js')], [test('2.1')])).toEqual(['1.1 before 2.1'])
  })

  it('finds none if a test comes before it, or the later test is for something else', () => {
    expect(late([test('1.1')], [code('2.1', 'Implement logout', 'src/logout.js')], [test('3.1')])).toEqual([])
    expect(late([code('1.1', 'Add settings', 'src/settings.js')], [test('2.1')])).toEqual([])
  })
})

describe('checkLinks', () => {
  const warnings = (rows: string[], more: Partial<PlanDraft> = {}) =>
    checkLinks(planOf(phases(...rows), more)).map(
      ({ severity, code, message }) => `${severity} ${code} ${message}`,
    )

  it('names the line to add', () => {
    expect(warnings(['1 Write failing tests for slug', '2 Implement slug'])).toEqual([
      'warning TESTS_NOT_LINKED Phase 1 writes failing tests, but no later work is known to make them pass, so they must pass at once. If a later phase makes them pass, add this line to it: **Depends on:** 1',
    ])
    expect(warnings(['1 Edge cases (test/slug.test.js)', '2 Parse URLs <1 (src/url.js)'])).toEqual([
      'warning TESTS_NOT_LINKED Phase 1 writes tests, and no later work is known to make them pass, so they must pass at once. If a later phase makes them pass, add this line to it: **Files:** test/slug.test.js',
    ])
  })

  it('has nothing to say of linked tests, of tests alone, or of a plan that does not follow test-first', () => {
    expect(warnings(['1 Write failing tests for slug', '2 Implement slug <1'])).toEqual([])
    expect(warnings(['1 Tests for slug', '2 Tests for title <1'])).toEqual([])
    expect(warnings(['1 Write failing tests'], { tddApproach: false })).toEqual([])
  })
})
