/** The check of one value that comes from a caller or a plugin. */
export interface Rule {
  /** Completes "must be": `a function`. */
  expected: string
  /** Whether the value is valid, apart from its members. */
  is(value: unknown): boolean
  /** Whether the value may be undefined. */
  optional?: true
  /** The rules of an object's members. */
  members?: Rules
  /** The rule of an object that depends on it, in place of this one's members. */
  by?: (value: object) => Rule
  /** Whether the object may have members without a rule. Default: false. */
  open?: true
  /** The rule of each item of a list, or of each value of an object without `members`. */
  each?: Rule
  /** The rule of the keys of an object with `each`. */
  keys?: Rule
  /** Whether the items of a list must differ, or the member by which they do. */
  distinct?: true | string
  /** The member of the same object without which this one is refused, and the reason. */
  needs?: { member: string; because: string }
  /** Whether messages must not quote the value. */
  secret?: true
}

/** Rules by the name of the member. */
export type Rules = Readonly<Record<string, Rule>>

/** One rule for each member of a type, so that a new member without a rule does not compile. */
export type RulesOf<Type> = { readonly [Key in keyof Required<Type>]: Rule }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether something can be awaited. */
export const isPromise = (value: unknown): boolean =>
  isObject(value) && typeof (value as { then?: unknown }).then === 'function'

export const isRecord = (value: unknown): boolean =>
  isObject(value) && !Array.isArray(value) && !isPromise(value)

/** A value, or null. */
export const orNull = (rule: Rule): Rule => ({
  ...rule,
  expected: `${rule.expected}, or null`,
  is: (value) => value === null || rule.is(value),
})

/** A value of one of two rules. The first one has the rules of its members. */
export const either = (
  rule: Rule,
  other: Rule,
  expected = `${rule.expected}, or ${other.expected}`,
): Rule => ({ ...rule, expected, is: (value) => rule.is(value) || other.is(value) })

/** A text of this form. */
export const matching = (form: RegExp, expected: string): Rule => ({
  expected,
  is: (value) => typeof value === 'string' && form.test(value),
})

export const optional = (rule: Rule): Rule => ({ ...rule, optional: true })

/** Any value but null and a promise. Other code checks it. */
export const present: Rule = {
  expected: 'left out or have a value',
  is: (value) => value !== null && value !== undefined && !isPromise(value),
}
/** Any value. Other code checks it. */
export const anything: Rule = { expected: 'anything', is: () => true }
export const aFunction: Rule = { expected: 'a function', is: (value) => typeof value === 'function' }
export const aBoolean: Rule = { expected: 'true or false', is: (value) => typeof value === 'boolean' }
export const text: Rule = { expected: 'a text', is: (value) => typeof value === 'string' }
export const name: Rule = {
  expected: 'a text that is not empty',
  is: (value) => typeof value === 'string' && value.trim() !== '',
}
export const amount: Rule = {
  expected: 'a number of at least 0',
  is: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
}
export const aboveZero: Rule = {
  expected: 'a number above 0',
  is: (value) => amount.is(value) && value !== 0,
}
export const finite: Rule = { expected: 'a number', is: Number.isFinite }
export const infinite: Rule = { expected: 'Infinity', is: (value) => value === Infinity }
/** An integer within limits, both included. */
export const within = (least: number, most = Infinity): Rule => ({
  expected: most === Infinity ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`,
  is: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
})
export const count = within(1)
export const aTime: Rule = {
  expected: 'a time in ISO 8601',
  is: (value) => text.is(value) && !Number.isNaN(Date.parse(value as string)),
}

/** Texts that no message may quote; they may be absent. */
export const secretTexts: Rule = {
  expected: 'a list of texts',
  is: Array.isArray,
  each: { ...text, secret: true },
  secret: true,
  optional: true,
}

/** A program and its arguments. */
export const argv: Rule = {
  expected: 'an array of the program and its arguments',
  is: (value) => Array.isArray(value) && value.every(text.is) && name.is(value[0]),
}

/** An object, of which other code checks the members, or nothing does. */
export const anObject: Rule = { expected: 'an object', is: isRecord, open: true }

/** An object with these members, and possibly others: a plugin, for example. */
export const shape = (expected: string, members: Rules): Rule => ({ ...anObject, expected, members })

/** An object of one of several kinds, which the member `key` names, and possibly with other members. */
export const variants = (expected: string, key: string, kinds: Readonly<Record<string, Rules>>): Rule => ({
  ...anObject,
  expected,
  by: (value) => {
    const kind = (value as Record<string, unknown>)[key]
    const own = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : {}
    return shape(expected, { [key]: oneOf(...Object.keys(kinds)), ...own })
  },
})

/** As `variants`, without other members. */
export const strictVariants = (
  expected: string,
  key: string,
  kinds: Readonly<Record<string, Rules>>,
): Rule => ({
  expected,
  is: isRecord,
  by: (value) => {
    const kind = (value as Record<string, unknown>)[key]
    const isKnown = typeof kind === 'string' && Object.hasOwn(kinds, kind)
    const others = isKnown
      ? kinds[kind]
      : Object.fromEntries(Object.keys(value).map((each) => [each, anything]))
    return record({ ...others, [key]: oneOf(...Object.keys(kinds)) })
  },
})

/** An object with these members, and no others. */
export const record = (members: Rules): Rule => ({ expected: 'an object', is: isRecord, members })

/** An object whose keys the caller chooses. */
export const entries = (each: Rule): Rule => ({ ...anObject, each })

export const list = (each: Rule, expected = 'a list'): Rule => ({ expected, is: Array.isArray, each })

/** A list of at least one item. */
export const someOf = (each: Rule, expected: string): Rule => ({
  ...list(each, expected),
  is: (value) => Array.isArray(value) && value.length > 0,
})

/** One of several names, which messages list without quotes. */
export const named = (names: readonly string[]): Rule => ({
  expected: `one of ${names.join(', ')}`,
  is: (value) => names.some((each) => each === value),
})

export const oneOf = (...values: readonly (string | boolean)[]): Rule => ({
  expected: values
    .map((value) => JSON.stringify(value))
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  is: (value) => values.some((each) => each === value),
})
