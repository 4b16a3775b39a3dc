import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { validIf } from '../../plan/field/valid-if.ts'
import { describeIssue } from './describe-issue.ts'

const schema = z.object({
  status: z.optional(z.enum(['done', 'partial', 'blocked'])),
  list: z.optional(z.array(z.object({ text: z.string() }))),
  code: z.optional(z.union([z.int(), z.literal('fail')])),
  line: z.optional(z.int().check(z.minimum(1))),
  ok: z.optional(z.nullable(z.boolean())),
  name: z.optional(z.string().check(validIf((name) => name !== 'x y', 'expected a name without spaces'))),
})

it.each<[unknown, string]>([
  [{ status: 'completed' }, 'status must be "done", "partial" or "blocked"; got "completed"'],
  [{ list: [{ text: 'a' }, { text: 7 }] }, 'list[1].text must be a text; got 7'],
  [{ list: [{}] }, 'list[0].text is missing; it must be a text'],
  [{ list: 'a' }, 'list must be a list; got "a"'],
  [{ code: 'no' }, 'code must be a number or "fail"; got "no"'],
  [{ line: 0 }, 'line must be at least 1; got 0'],
  [{ ok: 'yes' }, 'ok must be true or false; got "yes"'],
  [{ name: 'x y' }, 'name: expected a name without spaces'],
  [7, 'The report must be an object; got 7'],
])('%j: %s', (value, expected) => {
  const { error } = schema.safeParse(value)
  expect(describeIssue(error!.issues[0]!, value, 'The report')).toBe(expected)
})

it('names an unknown property', () => {
  const value = { b: 1 }
  const { error } = z.strictObject({}).safeParse(value)
  expect(describeIssue(error!.issues[0]!, value, 'The report')).toBe(
    'The report has the unknown property "b"',
  )
})
