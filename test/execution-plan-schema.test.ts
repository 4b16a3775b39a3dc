import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPlan, type Plan } from '@amelia/core'
import { defineParser } from '@amelia/core/plugin'
import { readJson, readYaml, type DocumentNode } from '@amelia/markdown'
import { executionPlan, executionPlanSchema } from '@amelia/parser-execution-plan'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan } from './arbitrary-plan.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages/parser-execution-plan')
const parser = executionPlan()
const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(executionPlanSchema)

const valueOf = (node: DocumentNode | undefined): unknown => {
  if (node?.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, valueOf(value)]))
  return node?.kind === 'list' ? node.items.map(valueOf) : node?.value
}
const read = (source: string): unknown => valueOf((source.startsWith('{') ? readJson : readYaml)(source).node)
const problems = (source: string): string[] => {
  valid(read(source))
  return (valid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
/** The issues that concern the keys and the kinds of values. */
const issues = (source: string): string[] =>
  parser
    .parse(source)
    .issues.filter(({ code }) => code === 'KEY_UNKNOWN' || code === 'PLAN_SCHEMA')
    .map(({ message }) => message)

test('the published file is the schema of the parser', () => {
  const file = readFileSync(join(folder, 'execution-plan.schema.json'), 'utf8')
  expect(JSON.parse(file), 'Write executionPlanSchema to execution-plan.schema.json.').toEqual(
    executionPlanSchema,
  )
  const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { files: string[] }
  expect(files).toContain('execution-plan.schema.json')
})

test('the address in a written plan names the package and the file', () => {
  const { $id } = executionPlanSchema as { $id: string }
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }
  expect($id).toBe(`https://unpkg.com/${name}/execution-plan.schema.json`)
  expect(existsSync(join(folder, $id.slice(`https://unpkg.com/${name}/`.length)))).toBe(true)
  const line = `# yaml-language-server: $schema=${$id}`
  for (const page of ['docs/concepts/plans.md', 'packages/parser-execution-plan/README.md'])
    expect(readFileSync(join(root, page), 'utf8')).toContain(line)
})

test.each(['examples/presets/intelligent/plan.yaml', 'examples/people/plan.yaml'])('%s is valid', (path) => {
  expect(problems(readFileSync(join(root, path), 'utf8'))).toEqual([])
})

test('every written plan is valid', () => {
  fc.assert(
    fc.property(anyPlan, (draft) => {
      const given = defineParser({
        id: 'given',
        detect: () => 1,
        parse: () => ({ plan: draft, issues: [] }),
      })
      const { plan } = checkPlan('x', { parsers: [given] })
      expect(problems(parser.write?.(plan as Plan).text ?? '')).toEqual([])
    }),
    { numRuns: 50 },
  )
})

interface Shape {
  properties: Record<string, Record<string, unknown>>
}
const { definitions, properties } = executionPlanSchema as unknown as Shape & {
  definitions: Record<string, Shape>
}
const shapes: [name: string, shape: Shape, wrap: (object: object) => object][] = [
  ['the plan', { properties }, (object) => ({ goal: 'g', batches: [{ body: 'x' }], ...object })],
  ['batch', definitions.batch!, (object) => plan({ body: 'x', ...object })],
  ['batchStep', definitions.batchStep!, (object) => plan({ steps: [{ ...step, ...object }] })],
  ['subtask', definitions.subtask!, (object) => plan({ subtasks: [{ ...subtask, ...object }] })],
  [
    'step',
    definitions.step!,
    (object) => plan({ subtasks: [{ ...subtask, steps: [{ ...step, ...object }] }] }),
  ],
  ['check', definitions.check!, (object) => plan({ body: 'x', acceptance: [{ command: 'ls', ...object }] })],
]
const plan = (batch: object) => ({ goal: 'g', batches: [batch] })
const step = { id: 'a', action_type: 'manual' }
const subtask = { id: 'b', title: 't' }

/** A value that the schema of a key allows, and one that it refuses. */
const examples = (schema: Record<string, unknown>): [allowed: unknown, refused: unknown] => {
  if (Array.isArray(schema.enum)) return [(schema.enum as unknown[])[0], 'zebra']
  if (schema.oneOf) return ['fail', 'zebra']
  const { type, items } = schema
  if (type === 'boolean') return [true, 'zebra']
  if (type === 'integer') return [3, 1.5]
  if (type === 'number') return [2.5, -1]
  if (type === 'object') return [{ any: [1, null] }, 'zebra']
  if (type === 'array') return [(items as { $ref?: string }).$ref ? undefined : ['x'], 'zebra']
  return ['x', ['x']]
}

describe.each(shapes)('%s', (_, { properties: keys }, wrap) => {
  test.each(Object.keys(keys))('%s is known to the schema and the parser alike', (key) => {
    const [allowed, refused] = examples(keys[key]!)
    const source = (value: unknown) => JSON.stringify(wrap({ [key]: value }))
    if (allowed !== undefined) {
      expect(problems(source(allowed))).toEqual([])
      expect(issues(source(allowed))).toEqual([])
    }
    // The parser accepts other spellings of a status, and never reads `$schema`.
    if (key === 'status' || key === '$schema') return
    expect(problems(source(refused))).not.toEqual([])
    expect(issues(source(refused))).not.toEqual([])
  })

  test('an unknown key is refused by the schema and reported by the parser', () => {
    const source = JSON.stringify(wrap({ zebra: 1 }))
    expect(problems(source)).not.toEqual([])
    expect(issues(source)).toEqual([expect.stringContaining('has no key "zebra"')])
  })
})
