import { expect, it } from 'vitest'
import { hasInlineTests } from './has-inline-tests.ts'

it.each([
  ['src/lib.rs', 'fn a() {}\n#[cfg(test)]\nmod tests {}', true],
  ['src/lib.rs', '    #[tokio::test]\n    async fn a() {}', true],
  ['src/main.zig', 'test "adds" {}', true],
  ['src/a.ts', 'if (import.meta.vitest) {}', true],
  ['a.py', 'def a():\n    """\n    >>> a()\n    """', true],
  ['src/lib.rs', 'fn test() {}', false],
  ['README.md', '#[cfg(test)]', false],
  ['src/a.ts', "test('a')", false],
])('%s: %j: %s', (path, text, yes) => {
  expect(hasInlineTests(path, text)).toBe(yes)
})
