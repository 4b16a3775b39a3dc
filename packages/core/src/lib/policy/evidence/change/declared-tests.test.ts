import { describe, expect, it } from 'vitest'
import { declaredTests, lostTests } from './declared-tests.ts'

describe('declaredTests', () => {
  it.each([
    [`test('adds', () => {})\nit("takes", () => {})`, ['adds', 'takes'], 0],
    [`it.skip('adds', () => {})`, ['adds'], 1],
    [`describe.only('x', () => { test(\`adds\`, f) })`, ['adds'], 1],
    [`test('adds', { skip: true }, () => {})`, ['adds'], 1],
    ['def test_adds():\n  pass\n@pytest.mark.skip\ndef test_more():', ['test_adds', 'test_more'], 1],
    ['#[test]\n#[ignore]\nfn adds() {}', ['adds'], 1],
    ['func TestAdds(t *testing.T) { t.Skip() }', ['TestAdds'], 1],
    ['@Test\n@Disabled\nvoid adds() {}', ['adds'], 1],
    ['[Fact]\npublic void Adds() {}', ['Adds'], 0],
    ['const contest = (a) => a', [], 0],
  ])('reads %j', (text, tests, skips) => {
    expect(declaredTests(text)).toEqual({ tests, skips })
  })
})

describe('lostTests', () => {
  const text = `test('a', f)\ntest('b', f)\n`

  it.each([
    ['the same', text, []],
    ['more tests', `${text}test('c', f)\n`, []],
    ['a test less', `test('a', f)\n`, ['b']],
    ['a deleted file', undefined, ['a', 'b']],
    ['a mark', text.replace('test(', 'test.skip('), ['1 mark that skips tests']],
  ])('of %s', (_, after, lost) => {
    expect(lostTests(text, after)).toEqual(lost)
  })
})
