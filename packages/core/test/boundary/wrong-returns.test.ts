import { describe, expect, it } from 'vitest'
import { AmeliaError } from '../../src/lib/error/amelia-error.ts'
import { checkReturns, type ReturnRule } from '../../src/lib/run/boundary/check-returns.ts'
import { returnRules } from '../../src/lib/run/boundary/return-rules.ts'
import { createMemoryFiles } from '../../src/lib/testing/memory/memory-files.ts'
import { type Kind, wrongValues } from './wrong-values.ts'

/** A field of a result: its kind, a valid value, and whether it may be null or left out. */
interface Field {
  kind: Kind
  valid: unknown
  null?: true
  missing?: true
}

const field = (kind: Kind, valid: unknown, more: Partial<Field> = {}): Field => ({ kind, valid, ...more })
const text = field('anyText', '')
const name = field('name', 'x')
const flag = field('boolean', true)
const amount = field('amount', 1)
const map = field('plugin', new Map([['a', 'b']]))
const texts = field('list', ['a'])
const orNull = (given: Field): Field => ({ ...given, null: true })
const maybe = (given: Field): Field => ({ ...given, missing: true })

type Fields = Record<string, Field>
/** A result: a single value, an object with fields, or a list of such objects. */
type Result = Field | { fields: Fields } | { items: Fields }

const files = field('plugin', createMemoryFiles(new Map()))
const workspace: Fields = { id: name, base: name, slot: maybe(name), dir: maybe(name), fs: files }
const call = field('function', () => {})
const command: Fields = {
  exitCode: orNull(field('integer', 0)),
  signal: maybe(text),
  output: text,
  truncated: flag,
  durationMs: amount,
}

const ignored: Result = { items: { path: name, source: text, line: amount, pattern: text } }

const results: { [Name in keyof typeof returnRules]: Record<string, Result> } = {
  git: {
    inspect: {
      fields: {
        head: orNull(name),
        branch: orNull(name),
        operation: orNull(text),
        dirty: flag,
        identity: orNull(text),
        obstacle: maybe(text),
        location: text,
        notes: texts,
      },
    },
    tryFilters: { items: { name, required: flag } },
    readRef: orNull(name),
    listRefs: map,
    findLocks: { items: { file: text, id: text, since: field('number', 1) } },
    whyLocked: orNull(text),
    openWorkspace: { fields: workspace },
    rescueWorkspace: { fields: workspace },
    changedPaths: {
      items: {
        path: name,
        kind: field('choice', 'added'),
        outside: maybe(text),
        size: maybe(amount),
        program: maybe(text),
      },
    },
    findIgnored: ignored,
    listIgnored: ignored,
    removeHidden: texts,
    commitAttempt: { fields: { commit: name, tree: name } },
    merge: { fields: { tree: name } },
    readFile: orNull(field('plugin', new Uint8Array())),
    readTree: name,
    compose: name,
    diff: {
      items: {
        path: name,
        status: field('choice', 'type'),
        added: orNull(amount),
        removed: orNull(amount),
      },
    },
    isAncestor: flag,
    findCommits: texts,
    runHooks: { fields: { outcome: field('choice', 'failed'), hook: text, output: text } },
    applyToCheckout: { fields: { outcome: field('choice', 'kept'), reason: text } },
    readOwnPaths: texts,
    followBranch: { fields: { kept: texts } },
    fingerprint: { fields: { planted: map, moved: map } },
  },
  store: {
    acquire: {
      fields: {
        runId: name,
        token: field('name', 't-1'),
        check: call,
        append: call,
        sent: call,
        onSent: maybe(call),
        acknowledge: call,
        keep: call,
        discard: maybe(call),
        release: call,
      },
    },
    load: { items: { seq: field('count', 1) } },
    list: { items: { runId: name, updatedAt: field('number', 1), locked: flag } },
    lockOf: { fields: { locked: flag } },
    send: name,
    pending: { items: { id: name } },
    kept: maybe(text),
    keep: text,
    repair: { fields: { kept: amount, lost: amount, movedTo: orNull(text) } },
    follow: { items: { seq: field('count', 1) } },
  },
  lease: {
    sent: { items: { id: name } },
    onSent: call,
    keep: text,
  },
  commands: {
    run: { fields: command },
    find: flag,
    runTests: { fields: { ...command, report: maybe(field('plugin', undefined)) } },
    endCommands: { items: { pid: field('amount', 1), command: text, server: maybe(text) } },
  },
  clock: { now: field('number', 1), wait: field('plugin', Promise.resolve()) },
  host: { uniqueId: field('name', 'a1') },
  proof: {
    readSetup: { items: { argv: texts, lockfiles: field('list', []) } },
    sign: { fields: { keyid: name, sig: name } },
  },
}

type Case = [what: string, value: unknown, part: string]

const wrongFields = ({ kind, null: mayBeNull, missing }: Field, part: string): Case[] => [
  ...wrongValues(kind)
    .filter(({ what }) => !(mayBeNull && what === 'null'))
    .map(({ what, value }): Case => [what, value, part]),
  ...(missing ? [] : [['missing', undefined, part] as Case]),
]

const validOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, { valid }]) => [key, valid]))

const wrongMembers = (fields: Fields, path: string): Case[] =>
  Object.entries(fields).flatMap(([key, each]) =>
    wrongFields(each, `\`${path}.${key}`).map(
      ([what, value, part]): Case => [`${key}: ${what}`, { ...validOf(fields), [key]: value }, part],
    ),
  )

const casesOf = (result: Result): Case[] => {
  if ('kind' in result) return wrongFields(result, '`result')
  const roots = wrongFields(field('plugin', {}), '`result').filter(([, value]) => !isEmptyObject(value))
  if ('fields' in result) return [...roots, ...wrongMembers(result.fields, 'result')]
  return [
    ...wrongFields(field('list', []), '`result'),
    ...wrongMembers(result.items, 'result[0]').map(([what, value, part]): Case => [what, [value], part]),
  ]
}

/** `{}` and `{ nonsense: 1 }` lack members, which other cases cover. */
const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const cases = Object.entries(results).flatMap(([plugin, methods]) =>
  Object.entries(methods).flatMap(([method, result]) =>
    casesOf(result)
      .filter(([what]) => !isAllowed(method, what))
      .map(([what, value, part]) => [plugin, method, what, value, part] as const),
  ),
)

/** Values that a method may return although its kind would refuse them. */
function isAllowed(method: string, what: string): boolean {
  if (method === 'rescueWorkspace') return what === 'missing'
  // Without a tree the result is judged as a whole.
  if (method === 'merge') return ['tree: null', 'tree: missing'].includes(what)
  return method === 'wait' && what === 'a promise'
}

const callWith = async (plugin: string, method: string, value: unknown): Promise<unknown> => {
  const rules = returnRules[plugin as keyof typeof returnRules] as unknown as Record<string, ReturnRule>
  const stream = async function* (): AsyncGenerator<unknown> {
    yield await Promise.resolve(value)
  }
  const isStream = rules[method]!.as === 'stream'
  const given = { [method]: () => (isStream ? stream() : value) }
  const checked = checkReturns<Record<string, () => unknown>>(given, plugin, rules)
  const result = checked[method]!()
  if (!isStream) return await result
  for await (const item of result as AsyncIterable<unknown>) return item
  return undefined
}

it('covers each method that returns something', () => {
  for (const [plugin, rules] of Object.entries(returnRules))
    for (const [method, rule] of Object.entries<ReturnRule>(rules))
      expect(method in results[plugin as keyof typeof results], `${plugin}.${method} is in the table`).toBe(
        rule.expected !== 'anything',
      )
})

describe('a wrong result throws RETURN_INVALID', () => {
  it.each(cases)('%s, %s, %s', async (plugin, method, _what, value, part) => {
    const error = await callWith(plugin, method, value).then(
      () => 'no error',
      (thrown: unknown) => thrown,
    )
    expect(AmeliaError.is(error, 'RETURN_INVALID'), String(error)).toBe(true)
    const { message, details } = error as AmeliaError<'RETURN_INVALID'>
    expect(details).toEqual({ plugin, method })
    expect(message).toContain(`The ${plugin} returned an invalid result from \`${method}\`: ${part}`)
  })
})

it('a merge without a tree and without conflicts is wrong', async () => {
  for (const value of [{}, { tree: null }, { tree: undefined }])
    await expect(callWith('git', 'merge', value)).rejects.toThrow(
      '`result` must be an object with `tree` or `conflicts`',
    )
})

describe('a valid result is returned as it is', () => {
  const all = Object.entries(results).flatMap(([plugin, methods]) =>
    Object.entries(methods).map(([method, result]) => [plugin, method, result] as const),
  )
  it.each(all)('%s, %s', async (plugin, method, result) => {
    const value =
      'kind' in result ? result.valid : 'fields' in result ? validOf(result.fields) : [validOf(result.items)]
    expect(await callWith(plugin, method, value)).toBe(await value)
    if ('kind' in result && result.null) expect(await callWith(plugin, method, null)).toBe(null)
    if ('kind' in result && result.missing) expect(await callWith(plugin, method, undefined)).toBe(undefined)
  })

  it('of a merge with conflicts, and of a rescue that found nothing', async () => {
    const conflicts = { conflicts: ['a'] }
    expect(await callWith('git', 'merge', conflicts)).toBe(conflicts)
    expect(await callWith('git', 'rescueWorkspace', undefined)).toBe(undefined)
  })
})
