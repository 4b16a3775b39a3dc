import { nearestName } from '@amelia/core/view'
import { usageError } from '../../terminal/usage-error.ts'
import { configKeys } from '../flag/flag-groups.ts'
import { fileKeys, pluginKeys } from './plugin-keys.ts'
import { isRecord } from '../is-record.ts'

const known = [...new Set<string>([...configKeys, ...pluginKeys, ...fileKeys])]

/**
 * Returns the settings of a config file by name. Those of the profile replace the others, lists included.
 *
 * Throws a usage error for settings that do not exist, in all profiles, and for an unknown profile.
 */
export const readProfile = (
  { profiles = {}, ...base }: Record<string, unknown>,
  { file, profile }: { file: string; profile?: string | undefined },
): Map<string, unknown> => {
  if (!isRecord(profiles))
    throw usageError(
      `${file}: profiles must be an object.`,
      'Write profiles: { ci: { trust: "autonomous" } }.',
    )
  checkKeys(base, file, '')
  for (const [name, settings] of Object.entries(profiles)) {
    if (!isRecord(settings)) throw usageError(`${file}: profiles.${name} must be an object with settings.`)
    checkKeys(settings, file, `profiles.${name}.`)
  }
  const names = Object.keys(profiles)
  if (profile !== undefined && !names.includes(profile)) {
    const near = nearestName(profile, names)
    const existing = names.length === 0 ? 'It has no profiles.' : `Its profiles: ${names.join(', ')}.`
    throw usageError(
      `${file} has no profile "${profile}".`,
      near === undefined ? existing : `Did you mean ${near}?`,
    )
  }
  const chosen = profile === undefined ? {} : (profiles[profile] as Record<string, unknown>)
  return new Map(Object.entries({ ...base, ...chosen }).filter(([, value]) => value !== undefined))
}

const checkKeys = (settings: Record<string, unknown>, file: string, place: string): void => {
  const unknown = Object.keys(settings).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const messages = unknown.map((key) => {
    const near = nearestName(key, [...known, 'profiles'])
    return `${file}: unknown setting ${place}${key}.${near === undefined ? '' : ` Did you mean ${near}?`}`
  })
  throw usageError(messages.join('\n'), 'To list the settings: amelia run --no-config --print-config')
}
