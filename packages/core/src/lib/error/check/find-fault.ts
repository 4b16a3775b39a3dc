import { nearestName } from '../../text/nearest-name.ts'
import { describeValue } from './describe-value.ts'
import { isPromise, type Rule } from './rule.ts'

/** Finds the first value that breaks its rule, and describes it in a sentence; undefined if all are valid. */
export const findFault = (path: string, value: unknown, rule: Rule): string | undefined => {
  if (value === undefined && rule.optional) return undefined
  if (!rule.is(value)) return describeFault(path, value, rule)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return findInItems(path, value, rule)
  const own = rule.by?.(value) ?? rule
  return own.members ? findInMembers(path, value, own) : findInEntries(path, value, own)
}

const findInItems = (path: string, items: unknown[], { each, distinct }: Rule): string | undefined => {
  // Without a list of entries, because a journal may have many records.
  for (let index = 0; each && index < items.length; index++) {
    const fault = findFault(`${path}[${index}]`, items[index], each)
    if (fault !== undefined) return fault
  }
  if (distinct === undefined) return undefined
  const keys = items.map((item) => (distinct === true ? item : (item as Record<string, unknown>)[distinct]))
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (repeated === -1) return undefined
  return `\`${path}[${repeated}]${distinct === true ? '' : `.${distinct}`}\` is in the list twice.`
}

const findInEntries = (path: string, value: object, { each, keys }: Rule): string | undefined => {
  if (!each) return undefined
  for (const [key, item] of Object.entries(value)) {
    if (keys && !keys.is(key)) return describeFault(`${path} key`, key, keys)
    const fault = findFault(`${path}.${key}`, item, each)
    if (fault !== undefined) return fault
  }
  return undefined
}

const findInMembers = (path: string, value: object, { members = {}, open }: Rule): string | undefined => {
  const prefix = path === '' ? '' : `${path}.`
  const unknown = open ? undefined : Object.keys(value).find((key) => !Object.hasOwn(members, key))
  if (unknown !== undefined) {
    const known = Object.keys(members)
    const near = nearestName(unknown, known)
    const advice =
      near === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean \`${prefix}${near}\`?`
    return `\`${prefix}${unknown}\` is not known. ${advice}`
  }
  const values = value as Record<string, unknown>
  for (const [key, rule] of Object.entries(members)) {
    const fault = findFault(`${prefix}${key}`, values[key], rule)
    if (fault !== undefined) return fault
    const { needs } = rule
    if (needs && Boolean(values[key]) && !values[needs.member])
      return `\`${prefix}${key}\` needs \`${prefix}${needs.member}\`${needs.because}`
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
