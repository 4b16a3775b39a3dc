import { describe, expect, it, test } from 'vitest'
import { readPurpose } from './read-purpose.ts'

test.each([
  ['Write the failing test', 'test', true],
  ['Write failing package/extension tests', 'test', true],
  ['Add a test that fails without the fix', 'test', true],
  ['Write import tests', 'test', false],
  ['Create `tests/unit/test_config.py`', 'test', false],
  ['Add src/queue.test.ts', 'test', false],
  ['RED: cover the empty queue', 'test', true],
  ['Run the test to see it fail', 'run', true],
  ['Run tests and verify RED', 'run', true],
  ['Verify the tests fail', 'run', true],
  ['Run test to verify it passes', 'run', false],
  ['Run tests and verify GREEN', 'run', false],
  ['Run the test that failed, which passes now', 'run', false],
  ['GREEN — run the three scenarios', 'run', false],
  ['Run the linter', 'run', false],
  ['Write the minimal implementation', 'implement', false],
  ['Implement the queue', 'implement', false],
  ['Write minimal code to make the test pass', 'implement', false],
  ['GREEN: add the queue', 'implement', false],
  ['Refactor', 'refactor', false],
  ['REFACTOR: share the loop', 'refactor', false],
  ['Failing tests for slug', 'test', true],
  ['Unit tests', 'test', false],
  ['User model tests', 'test', false],
  ['Tests: slug and title', 'test', false],
  ['Test the API', 'change', false],
  ['Remove flaky tests', 'change', false],
  ['Test runner', 'change', false],
  ['Slug implementation', 'implement', false],
  ['Fehlschlagende Tests für Slug schreiben', 'test', true],
  ['Slug implementieren', 'implement', false],
  ['Écrire les tests du slug', 'test', false],
  ['Escribir pruebas de la ruta', 'test', false],
  ['Написать падающие тесты для маршрута', 'test', true],
  ['Реализовать маршрут', 'implement', false],
  ['スラッグの失敗するテストを書く', 'test', true],
  ['テストを実行する', 'run', false],
  ['スラッグを実装する', 'implement', false],
  ['为短链接编写测试', 'test', false],
  ['实现短链接', 'implement', false],
  ['Commit', 'commit', false],
  ['Update the README', 'aside', false],
  ['Review the diff', 'aside', false],
  ['Add the field to Profile', 'change', false],
  ['Update the test runner configuration', 'change', false],
  ['', 'change', false],
])('%j: %s, fails: %s', (title, kind, fails) => {
  expect(readPurpose(title)).toEqual({ kind, fails })
})

describe('a run', () => {
  it.each([
    'Expected: FAIL',
    '**Expected:** FAIL with `x is not defined`',
    'Run: `npm test`\nExpected: fails',
  ])('fails if its text expects it: %j', (body) => {
    expect(readPurpose('Run the test', body).fails).toBe(true)
  })

  it.each(['Expected: PASS', 'It used to FAIL.', ''])('does not fail otherwise: %j', (body) => {
    expect(readPurpose('Run the test', body).fails).toBe(false)
  })
})
