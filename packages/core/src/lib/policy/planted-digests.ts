import type { RepositoryChange } from '../event/change/repository-change.ts'
import { hashText } from '../text/hash-text.ts'
import { describeDifferences, type Difference, differing, isCredential } from './compare-fingerprints.ts'

/**
 * The planted part of a fingerprint for a journal, by name. The values of configuration keys are digests.
 * Keys with credentials are left out: all those of a file have one common digest, `credentials:PATH`.
 */
export type PlantedDigests = Readonly<Record<string, string>>

type Planted = ReadonlyMap<string, string>

/** Creates the digests of the planted part of a fingerprint. `redact` removes known secrets from a text. */
export const digestPlanted = (planted: Planted, redact: (text: string) => string): PlantedDigests => {
  const digests = new Map<string, string>()
  for (const [name, value] of planted) {
    if (!name.startsWith('config:')) digests.set(name, value)
    else if (!isPrivate(name, value, redact)) digests.set(name, digestOf(`${name}\n${value}`))
  }
  for (const [path, keys] of listPrivate(planted, redact))
    digests.set(
      `credentials:${path}`,
      digestOf(keys.map(({ name, value }) => `${name}\n${value}`).join('\n')),
    )
  return Object.fromEntries(digests)
}

/** Lists the changes since digests were created. The former values of configuration keys are unknown. */
export const compareWithDigests = (
  before: PlantedDigests,
  planted: Planted,
  redact: (text: string) => string,
): RepositoryChange[] => {
  const now = digestPlanted(planted, redact)
  const found = differing(new Map(Object.entries(before)), new Map(Object.entries(now)))
  const names = new Map(
    [...listPrivate(planted, redact)].map(([path, keys]) => [
      path,
      keys.map(({ key }) => withoutUser(key)).join(', '),
    ]),
  )
  const withValue = ({ name, ...values }: Difference): Difference => {
    if (name.startsWith('config:'))
      return { ...values, name, after: planted.get(name) ?? null, isDigest: true }
    const path = /^credentials:(.*)$/.exec(name)?.[1]
    return { ...values, name, ...(path !== undefined && { after: names.get(path) ?? null }) }
  }
  return describeDifferences(found.map(withValue))
}

/** Whether two sets of digests are equal. */
export const areSameDigests = (one: PlantedDigests, other: PlantedDigests): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, digest]) => other[name] === digest)

/** 64 bits: enough that nobody finds another value with the same digest during a session. */
const digestOf = (text: string): string => hashText(text).slice(0, 16)

const keyOf = (name: string): { path: string; key: string } => {
  const [, path = '', key = ''] = /^config:([^:]*):(.*)$/s.exec(name) ?? []
  return { path, key }
}

const isPrivate = (name: string, value: string, redact: (text: string) => string): boolean =>
  isCredential(keyOf(name).key, value) || redact(name) !== name

/** Lists the keys with credentials, by file, sorted. */
const listPrivate = (
  planted: Planted,
  redact: (text: string) => string,
): Map<string, { name: string; key: string; value: string }[]> => {
  const files = new Map<string, { name: string; key: string; value: string }[]>()
  for (const [name, value] of [...planted].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!name.startsWith('config:') || !isPrivate(name, value, redact)) continue
    const { path, key } = keyOf(name)
    const keys = files.get(path) ?? []
    files.set(path, keys)
    keys.push({ name, key, value })
  }
  return files
}

const withoutUser = (key: string): string => key.replace(/:\/\/[^/\s]*@/g, '://(hidden)@')
