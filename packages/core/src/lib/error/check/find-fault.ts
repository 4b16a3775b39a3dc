import { nearestName } from '../../text/nearest-name.ts'
import { describeValue } from './describe-value.ts'
import { isPromise, type Rule } from './rule.ts'

/** Finds the first value that breaks its rule, and describes it in a sentence; undefined if all are valid. */
export const findFault = (path: string, value: unknown, rule: Rule): string | undefined => {
  if (value === undefined && rule.optional) return undefined
  if (!rule.is(value)) return describeFault(path, value, rule)
  if (typeof value !== 'object' || value === null) return undefined
  const { each, members } = rule
  if (each && Array.isArray(value)) {
    // Without a list of entries, because a journal may have many records.
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(`${path}[${index}]`, value[index], each)
      if (fault !== undefined) return fault
    }
  } else if (each)
    for (const [key, item] of Object.entries(value)) {
      const fault = findFault(`${path}.${key}`, item, each)
      if (fault !== undefined) return fault
    }
  return members && !Array.isArray(value) ? findInMembers(path, value, rule) : undefined
}

const findInMembers = (path: string, value: object, { members: given, open }: Rule): string | undefined => {
  const members = (typeof given === 'function' ? given(value) : given) ?? {}
  const prefix = path === '' ? '' : `${path}.`
  const unknown = open ? undefined : Object.keys(value).find((key) => !Object.hasOwn(members, key))
  if (unknown !== undefined) {
    const known = Object.keys(members)
    const near = nearestName(unknown, known)
    const advice =
      near === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean \`${prefix}${near}\`?`
    return `\`${prefix}${unknown}\` is not known. ${advice}`
  }
  for (const [key, rule] of Object.entries(members)) {
    const fault = findFault(`${prefix}${key}`, (value as Record<string, unknown>)[key], rule)
    if (fault !== undefined) return fault
  }
  return undefined
}

const describeFault = (path: string, value: unknown, { expected, secret }: Rule): string => {
  const given = secret ? describeType(value) : describeValue(value)
  return `\`${path}\` must be ${expected}; got ${given}.${adviceFor(value, expected)}`
}

const describeType = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const adviceFor = (value: unknown, expected: string): string => {
  if (isPromise(value)) return ' Await it first.'
  if (typeof value !== 'function' || expected === 'a text') return ''
  return ` It is a function: call it${value.name === '' ? ' first' : `, as in ${value.name}()`}.`
}
