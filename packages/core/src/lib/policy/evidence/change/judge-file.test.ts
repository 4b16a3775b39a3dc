import { describe, expect, it } from 'vitest'
import { phaseSchema } from '../../../plan/plan-schema.ts'
import { declaredPaths } from './declared-paths.ts'
import { type ChangedFile, judgeFile, mayDecide } from './judge-file.ts'

const reachable = { scripts: new Set(['test', 'pretest']), files: new Set(['check.sh']) }

const judge = (file: ChangedFile, { files = [] as string[], dependencies = false } = {}) => {
  const declared = declaredPaths(phaseSchema.parse({ id: 'a', title: 'A', files }))
  return judgeFile(file, { declared, reachable, dependencies })
}
const manifest = (scripts: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: 'x', scripts, ...more })

describe('judgeFile', () => {
  const cases: [string, ChangedFile, object][] = [
    ['vitest.config.ts', { path: 'vitest.config.ts', before: 'a\n', after: 'b\n' }, { kind: 'config' }],
    ['a CI file', { path: '.github/workflows/ci.yml', before: 'a\n', after: 'b\n' }, { kind: 'ci' }],
    ['a deleted CI file', { path: '.gitlab-ci.yml', before: 'a\n' }, { kind: 'ci' }],
    ['a lockfile', { path: 'package-lock.json', before: '1\n', after: '2\n' }, { kind: 'lockfile' }],
    ['an executed file', { path: 'check.sh', before: 'test\n', after: 'true\n' }, { kind: 'script' }],
    [
      'the settings of Jest',
      { path: 'package.json', before: '{}', after: '{"jest":{"bail":true}}' },
      { kind: 'config', diff: ['@@ -0,0 +1,3 @@', '+jest: {', '+  "bail": true', '+}'] },
    ],
  ]
  it.each(cases)('lists %s, unless the plan declares it', (_, file, expected) => {
    expect(mayDecide(file.path, reachable)).toBe(true)
    expect(judge(file)).toMatchObject([{ path: file.path, ...expected }])
    expect(judge(file, { files: [file.path] })).toEqual([])
  })

  it('lists a script that a check reaches, even if the plan declares its file', () => {
    const file = { path: 'package.json', before: manifest({ test: 'a' }), after: manifest({ test: 'true' }) }
    expect(judge(file, { files: ['package.json'] })).toMatchObject([
      { kind: 'script', items: ['test'], diff: ['-test: a', '+test: true'], added: false, trivial: true },
    ])
    const added = { ...file, after: manifest({ test: 'a', pretest: 'b' }) }
    expect(judge(added)).toMatchObject([{ items: ['pretest'], added: true, trivial: false }])
  })

  it('ignores other scripts, other parts of a manifest, and other files', () => {
    const before = manifest({ test: 'a' })
    const after = manifest({ test: 'a', release: 'b' }, { description: 'c', dependencies: { d: '1' } })
    expect(judge({ path: 'package.json', before, after })).toEqual([])
    expect(judge({ path: 'src/a.js', before: 'a', after: 'b' })).toEqual([])
    expect(mayDecide('src/a.js', reachable)).toBe(false)
  })

  it('takes the scripts of a new package for its own, except one that does nothing', () => {
    const path = 'packages/b/package.json'
    const type = { type: 'module' }
    expect(judge({ path, after: manifest({ test: 'node --test' }, type) })).toEqual([])
    expect(judge({ path, after: manifest({ test: 'node --test || true' }, type) })).toMatchObject([
      { kind: 'script' },
    ])
  })

  it('takes a changed dependency for the cause of a changed lockfile', () => {
    expect(judge({ path: 'yarn.lock', before: '1', after: '2' }, { dependencies: true })).toEqual([])
  })

  it('lists changed entries of a snapshot, and no new snapshot', () => {
    const path = 'test/__snapshots__/a.test.js.snap'
    const entry = (value: string): string => `exports[\`a 1\`] = \`\n${value}\n\`;\n`
    expect(judge({ path, before: entry('1'), after: entry('2') })).toMatchObject([
      { kind: 'snapshot', items: ['a 1'] },
    ])
    expect(judge({ path, before: entry('1'), after: entry('2') }, { files: [path] })).toEqual([])
    expect(judge({ path, after: entry('2') })).toEqual([])
  })

  it('shows its diff in full, or tells how much is missing', () => {
    const lines = (count: number): string => Array.from({ length: count }, () => 'b'.repeat(199)).join('\n')
    const [whole] = judge({ path: 'Jenkinsfile', before: 'a\u0000', after: `#\u0000${lines(300)}` })
    expect(whole).not.toHaveProperty('unseen')
    expect(whole!.diff).toHaveLength(302)
    expect(whole!.diff.slice(0, 3)).toEqual(['@@ -1,1 +1,300 @@', '-a\u0000', `+#\u0000${'b'.repeat(199)}`])
    const [part] = judge({ path: 'Jenkinsfile', before: '', after: lines(600) })
    expect(part).toMatchObject({ unseen: 103 })
    expect(part!.diff).toHaveLength(499)
    expect(part!.diff.at(-1)).toBe('... and 103 more lines')
  })

  it('shows each line of a script behind the sign of its change', () => {
    const script = (test: string): string => JSON.stringify({ scripts: { test } })
    expect(judge({ path: 'package.json', before: script('a'), after: script('a\n-b') })).toMatchObject([
      { diff: ['-test: a', '+test: a', '+-b'] },
    ])
  })

  it('shows no bytes of a file that nobody writes by hand', () => {
    expect(judge({ path: 'bun.lockb', before: '\0a', after: '\0b' })[0]!.diff).toEqual([
      'Binary files differ',
    ])
  })
})
