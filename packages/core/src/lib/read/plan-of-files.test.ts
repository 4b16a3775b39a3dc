import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defineParser, type PlanParserV1 } from '../contract/plan-parser.ts'
import type { PlanDraft } from '../plan/model/plan.ts'
import { joinParts } from '../plan/source/join-parts.ts'
import { locateLine } from '../plan/source/locate-line.ts'
import type { PlanSource } from '../plan/source/plan-source.ts'
import { checkPlan } from './check-plan.ts'
import { readPlan } from './read-plan.ts'

/** Reads lines such as `a < b c`: a phase and what it depends on. */
const readLines = (source: string, start = 1): NonNullable<PlanDraft['phases']> =>
  source.split('\n').flatMap((text, index) => {
    const [id = '', rest] = text.split('<')
    return rest === undefined
      ? []
      : [{ id: id.trim(), title: text, dependsOn: rest.split(' ').filter(Boolean), line: index + start }]
  })
const lines = defineParser({
  id: 'lines',
  detect: (source) => (source.includes('<') ? 0.9 : 0),
  parse: (source) => ({ plan: { phases: readLines(source) }, issues: [] }),
})
const sets: PlanParserV1 = {
  ...lines,
  id: 'sets',
  detect: () => 0,
  parseFiles: (files) =>
    files.every(({ path }) => path.endsWith('.set'))
      ? { plan: { phases: files.flatMap(({ text, line }) => readLines(text, line)) }, issues: [] }
      : undefined,
}
const parsers = [lines, sets]
const check = (files: readonly PlanSource[], options = {}) => checkPlan(files, { parsers, ...options })
const found = (files: readonly PlanSource[], options = {}) =>
  check(files, options).issues.map(({ code, file, line }) => `${code} ${file}:${line}`)

it('one file with its context is that file', () => {
  const plan = { path: 'plan.md', text: 'a <\nb < a\n' }
  const context = { path: 'docs/spec.md', text: 'x < y\n```\n# Hidden\n', context: true }
  const { ok, plan: read, format } = check([context, plan])
  expect({ ok, format }).toEqual({ ok: true, format: 'lines' })
  expect(read?.phases).toEqual(readPlan(plan.text, { parsers }).phases)
  expect(read?.source).toBe(
    'a <\nb < a\n\n<!-- amelia:file "docs/spec.md" context -->\nx < y\n```\n# Hidden\n',
  )
  expect(read?.sources).toEqual([
    { path: 'plan.md', line: 1 },
    { path: 'docs/spec.md', line: 5, context: true },
  ])
})

it('a parser of several files reads them, and each issue names its file', () => {
  const files = [
    { path: 'a.set', text: 'a <\nb < a\n' },
    { path: 'b.set', text: 'c < b\nA < zz\n' },
  ]
  expect(check(files)).toMatchObject({
    format: 'sets',
    plan: { phases: [{ line: 2 }, { line: 3 }, { line: 6 }, { line: 7 }] },
  })
  expect(found(files)).toEqual(['ID_DUPLICATE b.set:2', 'DEPENDENCY_UNKNOWN b.set:2'])
  expect(check(files).issues[0]?.message).toContain('(line 1 of a.set) and "A" (line 2 of b.set)')
})

it('a cycle through two files names both', () => {
  const files = [
    { path: 'a.set', text: 'a < b' },
    { path: 'b.set', text: '\nb < a' },
  ]
  expect(found(files)).toEqual(['PHASE_CYCLE a.set:1'])
  expect(check(files).issues[0]?.message).toContain('a (line 1 of a.set) -> b (line 2 of b.set) -> a')
})

it('other files are refused once', () => {
  const files = ['a.md', 'b.md'].map((path) => ({ path, text: 'a <' }))
  expect(check(files)).toMatchObject({ ok: false, format: 'unknown', issues: [{ code: 'FORMAT_UNKNOWN' }] })
  expect(check(files, { format: 'lines' }).issues).toHaveLength(1)
  expect(found([{ path: 'a.md', text: 'a <', context: true }])).toEqual(['PLAN_EMPTY undefined:1'])
  expect(found([])).toEqual(['PLAN_EMPTY undefined:1'])
})

it('the format chooses the parser', () => {
  const files = [{ path: 'a.set', text: 'a <' }]
  expect(check(files).format).toBe('sets')
  expect(check(files, { format: 'lines' })).toMatchObject({ ok: true, format: 'lines' })
})

it('limits and encodings count for all files', () => {
  const files = [
    { path: 'a.set', text: 'a <' },
    { path: 'b.set', text: Uint8Array.from([97, 10, 0xff]) },
  ]
  expect(found(files)).toEqual(['PLAN_ENCODING b.set:2'])
  expect(found(files, { maxBytes: 5 })).toEqual(['PLAN_TOO_LARGE undefined:1'])
})

it('readPlan names the file of the first error', () => {
  const files = [
    { path: 'a.set', text: 'a <' },
    { path: 'b.set', text: '\nb < x' },
  ]
  expect(() => readPlan(files, { parsers })).toThrow(
    'The plan cannot be run. b.set, line 2: Phase b depends on "x"',
  )
})

it('a secret in a context file is found there', () => {
  const secrets = ['correct-horse-battery']
  const files = [
    { path: 'a.md', text: 'a <' },
    { path: 'b.md', text: 'x\nit is correct-horse-battery', context: true },
  ]
  expect(found(files, { secrets })).toEqual(['SECRET_IN_PLAN b.md:2'])
})

it('property: each line of the text is a line of the file it came from', () => {
  const text = fc.array(fc.constantFrom('a', '', '<!-- amelia:file "x" -->', '```'), { maxLength: 6 })
  const file = fc.record({
    path: fc.string(),
    text: text.map((all) => all.join('\n')),
    context: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 5 }), (files) => {
      const { source, parts } = joinParts(files)
      const all = source.split('\n')
      for (const part of parts)
        for (const [index, line] of part.text.split('\n').entries()) {
          expect(all[part.line + index - 1]?.replace('amelia:file=', 'amelia:file')).toBe(line)
          expect(locateLine({ sources: parts }, part.line + index)).toEqual({
            file: part.path,
            line: index + 1,
          })
        }
    }),
  )
})
