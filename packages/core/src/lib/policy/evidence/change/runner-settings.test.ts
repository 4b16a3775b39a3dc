import { describe, expect, it } from 'vitest'
import { runnerSettings } from './runner-settings.ts'

describe('runnerSettings', () => {
  const manifest = { name: 'shop', version: '1.0.0', scripts: { test: 'vitest run' }, jest: { bail: true } }
  const text = (value: unknown): string => runnerSettings('package.json', JSON.stringify(value))

  it('is the same whatever else a manifest holds and however it is written', () => {
    const other = { dependencies: { left: '1.0.0' }, jest: { bail: true }, scripts: {}, files: ['dist'] }
    expect(runnerSettings('a/package.json', `\ufeff${JSON.stringify(other, null, 4)}\n`)).toBe(text(manifest))
  })

  it.each([
    ['jest', { ...manifest, jest: { testMatch: [] } }],
    ['vitest', { ...manifest, vitest: {} }],
    ['mocha', { ...manifest, mocha: { spec: [] } }],
    ['ava', { ...manifest, ava: {} }],
    ['c8', { ...manifest, c8: {} }],
    ['type', { ...manifest, type: 'module' }],
    ['imports', { ...manifest, imports: { '#a': './b.js' } }],
    ['no jest', { name: 'shop' }],
  ])('differs by %s', (_, changed) => {
    expect(text(changed)).not.toBe(text(manifest))
  })

  it('keeps an order that means something', () => {
    expect(text({ imports: { '#a/*': './a.js', '#a/b': './b.js' } })).not.toBe(
      text({ imports: { '#a/b': './b.js', '#a/*': './a.js' } }),
    )
  })

  it.each(['', '{', 'null', '[]', '"jest"', '{"jest": {"test": }}'])(
    'a manifest that is not an object is returned unchanged: %s',
    (malformed) => {
      expect(runnerSettings('package.json', malformed)).toBe(malformed)
    },
  )

  it('reduces files with other settings to the sections of test tools', () => {
    const project = '[project]\ndependencies = ["a"]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n'
    const shown = '[tool.pytest.ini_options]\naddopts = "-q"'
    expect(runnerSettings('pyproject.toml', project)).toBe(shown)
    expect(runnerSettings('pyproject.toml', project.replace('"a"', '"a", "b"'))).toBe(shown)
    expect(runnerSettings('setup.cfg', '[metadata]\nname = x\n[tool:pytest]\nx = 1\n')).toBe(
      '[tool:pytest]\nx = 1',
    )
    expect(runnerSettings('vitest.config.ts', 'export default {}')).toBe('export default {}')
  })
})
