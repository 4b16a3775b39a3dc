import { nearestName } from '../../text/nearest-name.ts'
import { describeValue } from './describe-value.ts'
import { isPromise, type Rule, type Rules } from './rule.ts'

/** Finds the first value that breaks its rule, and describes it in a sentence; undefined if all are valid. */
export const findFault = (path: string, value: unknown, rule: Rule): string | undefined => {
  const fault = find(value, rule)
  return fault?.describe(join(path, fault.way))
}

/** The way from a value to the one inside it that is wrong, such as `.phases[2].id`, and its description. */
interface Fault {
  way: string
  describe: (path: string) => string
}

const join = (path: string, way: string): string =>
  path === '' && way.startsWith('.') ? way.slice(1) : `${path}${way}`

/** Ways are put together from a fault outwards, because most values have none. */
const find = (value: unknown, rule: Rule): Fault | undefined => {
  if (value === undefined && rule.optional) return undefined
  if (!rule.is(value)) return { way: '', describe: (path) => describeFault(path, value, rule) }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return findInItems(value, rule)
  const own = rule.by?.(value) ?? rule
  return own.members ? findInMembers(value, own, own.members) : findInEntries(value, own)
}

const findInItems = (items: unknown[], { each, distinct }: Rule): Fault | undefined => {
  // Without a list of entries, because a journal may have many records.
  for (let index = 0; each && index < items.length; index++) {
    const fault = find(items[index], each)
    if (fault) return { ...fault, way: `[${index}]${fault.way}` }
  }
  if (distinct === undefined) return undefined
  const keys = items.map((item) => (distinct === true ? item : (item as Record<string, unknown>)[distinct]))
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (repeated === -1) return undefined
  const way = `[${repeated}]${distinct === true ? '' : `.${distinct}`}`
  return { way, describe: (path) => `\`${path}\` is in the list twice.` }
}

const findInEntries = (value: object, { each, keys }: Rule): Fault | undefined => {
  if (!each) return undefined
  for (const [key, item] of Object.entries(value)) {
    if (keys && !keys.is(key)) return { way: '', describe: (path) => describeFault(`${path} key`, key, keys) }
    const fault = find(item, each)
    if (fault) return { ...fault, way: `.${key}${fault.way}` }
  }
  return undefined
}

const findInMembers = (value: object, { open }: Rule, members: Rules): Fault | undefined => {
  const unknown = open ? undefined : Object.keys(value).find((key) => !Object.hasOwn(members, key))
  if (unknown !== undefined) {
    const known = Object.keys(members)
    const near = nearestName(unknown, known)
    return {
      way: '',
      describe: (path) => {
        const advice =
          near === undefined
            ? `Known are: ${known.join(', ')}.`
            : `Did you mean \`${join(path, `.${near}`)}\`?`
        return `\`${join(path, `.${unknown}`)}\` is not known. ${advice}`
      },
    }
  }
  const values = value as Record<string, unknown>
  for (const key of Object.keys(members)) {
    const rule = members[key]!
    const fault = find(values[key], rule)
    if (fault) return { ...fault, way: `.${key}${fault.way}` }
    const { needs } = rule
    if (needs && Boolean(values[key]) && !values[needs.member]) {
      const describe = (path: string): string =>
        `\`${join(path, `.${key}`)}\` needs \`${join(path, `.${needs.member}`)}\`${needs.because}`
      return { way: '', describe }
    }
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
