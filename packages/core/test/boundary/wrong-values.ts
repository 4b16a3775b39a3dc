/** Values of each kind that are wrong, by name: what a caller without type checks may pass. */
const values: Record<string, () => unknown> = {
  null: () => null,
  text: () => 'nonsense',
  'empty text': () => '',
  'a negative number': () => -1,
  'a fraction': () => 1.5,
  NaN: () => Number.NaN,
  true: () => true,
  'a promise': () => Promise.resolve({}),
  'a function': () => () => {},
  'an object': () => ({}),
  'an unknown key': () => ({ nonsense: 1 }),
  'an array': () => ['nonsense', 1],
}

/** The kinds of values, and which of the values above they accept. */
const accepted = {
  boolean: ['true'],
  /** An integer from 1. */
  count: [],
  /** One of several texts. */
  choice: [],
  text: ['text'],
  name: ['text'],
  anyText: ['text', 'empty text'],
  /** A number of at least 0. */
  amount: ['a fraction'],
  number: ['a fraction', 'a negative number'],
  integer: ['a negative number'],
  object: ['an object'],
  /** An object with any keys, whose values are checked. */
  record: ['an object'],
  /** Any object of JSON. */
  data: ['an object', 'an unknown key'],
  function: ['a function'],
  list: [],
  /** A plugin: an object with methods. */
  plugin: [],
} as const

export type Kind = keyof typeof accepted

/** Lists the wrong values of a kind with their names. */
export const wrongValues = (kind: Kind): { what: string; value: unknown }[] =>
  Object.entries(values)
    .filter(([what]) => !(accepted[kind] as readonly string[]).includes(what))
    .map(([what, make]) => ({ what, value: make() }))
