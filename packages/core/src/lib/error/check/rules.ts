import { frozen } from './frozen.ts'
import { claim } from './claim.ts'
import { newRunId } from './new-run-id.ts'
import { runId } from './run-id.ts'
import { queueForm } from '../../plan/field/read-name.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anObject,
  anything,
  argv,
  count,
  entries,
  list,
  matching,
  name,
  oneOf,
  optional,
  orNull,
  present,
  record,
  type Rule,
  secretTexts,
  shape,
  text,
} from './rule.ts'

const texts = list(text, 'a list of texts')
const textsByName: Rule = { ...entries(text), expected: 'an object of texts by name' }
const milliseconds: Rule = {
  expected: 'a number of milliseconds of at least 0',
  is: (value) => typeof value === 'number' && value >= 0,
}
const secret: Rule = { ...text, secret: true }

/** Rules for options of plugins, for `checkOptions`. */
export const rules = frozen({
  /** Any text. */
  text,
  /** A text that is not empty. */
  name,
  /** A list of texts. */
  texts,
  /** Texts by name. */
  textsByName,
  /** A text that messages do not quote. */
  secret,
  /** Texts that messages do not quote; they may be absent. */
  secrets: secretTexts,
  /** An integer of at least 1. */
  count,
  /** A number of at least 0. */
  amount,
  /** A number of milliseconds of at least 0, or `Infinity`. */
  milliseconds,
  /** `true` or `false`. */
  flag: aBoolean,
  /** A function. */
  function: aFunction,
  /** An object, whose members are not checked. */
  object: anObject,
  /** A program and its arguments. */
  argv,
  /** Any value: other code checks it. */
  anything,
  /** Any value but null and a promise: other code checks it. */
  present,
  /** One of several values. */
  oneOf,
  /** The name of a queue of workers. */
  queue: matching(queueForm, 'a name of letters, digits, dots, underscores and hyphens'),
  /** The id of a stored run. */
  runId,
  /** The id of a new run. */
  newRunId,
  /** The name of a worker's claim. */
  claim,
  /** A text of a form. */
  matching,
  /** A list whose items have a rule. */
  list,
  /** A value that may be absent. */
  optional,
  /** A value, or null. */
  orNull,
  /** An object with these members, and no others. */
  record,
  /** An object with these members, and possibly others. */
  shape,
})
