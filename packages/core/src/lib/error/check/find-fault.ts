import { nearestName } from '../../text/nearest-name.ts'
import { describeValue } from './describe-value.ts'
import { isPromise, type Rule } from './rule.ts'

/** Finds the first value that breaks its rule, and describes it in a sentence; undefined if all are valid. */
export const findFault = (path: string, value: unknown, rule: Rule): string | undefined =>
  find(path === '' ? [] : [path], value, rule)

/** The steps to a value: its path is put together only for a fault, because most values have none. */
type Way = (string | number)[]

const pathOf = (way: Way, key = ''): string =>
  [...way, ...(key === '' ? [] : [key])]
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')

const find = (way: Way, value: unknown, rule: Rule): string | undefined => {
  if (value === undefined && rule.optional) return undefined
  if (!rule.is(value)) return describeFault(pathOf(way), value, rule)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return findInItems(way, value, rule)
  const own = rule.by?.(value) ?? rule
  return own.members ? findInMembers(way, value, own) : findInEntries(way, value, own)
}

const findInside = (way: Way, step: string | number, value: unknown, rule: Rule): string | undefined => {
  way.push(step)
  const fault = find(way, value, rule)
  way.pop()
  return fault
}

const findInItems = (way: Way, items: unknown[], { each, distinct }: Rule): string | undefined => {
  // Without a list of entries, because a journal may have many records.
  for (let index = 0; each && index < items.length; index++) {
    const fault = findInside(way, index, items[index], each)
    if (fault !== undefined) return fault
  }
  if (distinct === undefined) return undefined
  const keys = items.map((item) => (distinct === true ? item : (item as Record<string, unknown>)[distinct]))
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (repeated === -1) return undefined
  return `\`${pathOf([...way, repeated], distinct === true ? '' : distinct)}\` is in the list twice.`
}

const findInEntries = (way: Way, value: object, { each, keys }: Rule): string | undefined => {
  if (!each) return undefined
  for (const [key, item] of Object.entries(value)) {
    if (keys && !keys.is(key)) return describeFault(`${pathOf(way)} key`, key, keys)
    const fault = findInside(way, key, item, each)
    if (fault !== undefined) return fault
  }
  return undefined
}

const findInMembers = (way: Way, value: object, { members = {}, open }: Rule): string | undefined => {
  const known = Object.keys(members)
  const unknown = open ? undefined : Object.keys(value).find((key) => !Object.hasOwn(members, key))
  if (unknown !== undefined) {
    const near = nearestName(unknown, known)
    const advice =
      near === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean \`${pathOf(way, near)}\`?`
    return `\`${pathOf(way, unknown)}\` is not known. ${advice}`
  }
  const values = value as Record<string, unknown>
  for (const key of known) {
    const rule = members[key]!
    const fault = findInside(way, key, values[key], rule)
    if (fault !== undefined) return fault
    const { needs } = rule
    if (needs && Boolean(values[key]) && !values[needs.member])
      return `\`${pathOf(way, key)}\` needs \`${pathOf(way, needs.member)}\`${needs.because}`
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
