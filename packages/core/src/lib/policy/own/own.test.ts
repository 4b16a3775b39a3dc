import { describe, expect, it } from 'vitest'
import type { Change } from '../../contract/git/change.ts'
import { hasOnlyTicks } from './has-only-ticks.ts'
import { isOwnChange } from './is-own-change.ts'

const own = { folders: ['docs/amelia/run'], plans: ['plans/plan.md'] }

describe('isOwnChange', () => {
  it.each<[Change['kind'], string, boolean]>([
    ['modified', 'docs/amelia/run/plan.md', true],
    ['added', 'docs/amelia/run/phase-2/summary.md', true],
    ['type', 'docs/amelia/run', true],
    ['added', 'docs/amelia', true],
    ['added', 'docs', true],
    ['added', 'Docs/Amelia/RUN/PLAN.md', true],
    ['nested_repository', 'docs/amelia/run/vendor', true],
    ['modified', 'plans/plan.md', true],
    ['added', 'plans/plan.md/x', true],
    ['added', 'plans', true],
    ['modified', 'docs/amelia/other/plan.md', false],
    ['modified', 'docs/amelia/run-2/plan.md', false],
    ['deleted', 'docs/guide.md', false],
    // A second file of the base that differs in case is another file.
    ['modified', 'plans/PLAN.md', false],
    ['nested_repository', 'docs', false],
  ])('%s %s: %s', (kind, path, expected) => {
    expect(isOwnChange({ path, kind }, own)).toBe(expected)
  })
})

describe('hasOnlyTicks', () => {
  it.each([
    ['- [ ] a\n- [x] b\n', '- [x] a\r\n- [ ] b'],
    ['| 1 | A | ⬜ |\n', '| 1 | A | ✅ |\n'],
    ['1. [ ] a  \n', '1. [X] a\n'],
  ])('%j and %j', (before, after) => {
    expect(hasOnlyTicks(before, after)).toBe(true)
  })

  it.each([
    ['- [ ] a\n', '- [x] b\n'],
    ['- [ ] a\n', '- [x] a\n- [x] b\n'],
    ['- [ ] a\n', '- [link] a\n'],
  ])('not %j and %j', (before, after) => {
    expect(hasOnlyTicks(before, after)).toBe(false)
  })
})
