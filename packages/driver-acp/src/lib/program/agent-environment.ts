import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  baseVariables,
  networkVariables,
  programEnvironment,
  readRecord,
  temporaryVariables,
} from '@amelia/agent-process'
import { homeOf } from '../option/home-of.ts'
import type { AcpSettings } from '../option/acp-settings.ts'

const inherited = new Set<string>([...baseVariables, ...networkVariables, ...temporaryVariables])

/**
 * Builds the environment of an agent's program: the variables that it may inherit, and those that its profile
 * forces. Makes the folders that these name.
 */
export const agentEnvironment = (
  { profile, passEnv }: Pick<AcpSettings, 'profile' | 'passEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const passed = new Set([...profile.keyVariables, ...profile.passEnv, ...passEnv])
  const env = programEnvironment(environment, (name) => inherited.has(name.toUpperCase()) || passed.has(name))
  const home = homeOf(environment)
  const folders = Object.entries(profile.ownFolders).map(([name, path]) => [name, join(home, path)] as const)
  for (const [, folder] of folders) mkdirSync(folder, { recursive: true })
  return {
    ...env,
    ...profile.environment,
    ...Object.fromEntries(folders),
    ...Object.fromEntries(
      Object.entries(profile.settings).map(([name, forced]) => [name, force(env[name], forced)]),
    ),
    ...Object.fromEntries(
      profile.randomVariables.map((name) => [name, randomBytes(24).toString('base64url')]),
    ),
  }
}

/** Replaces members of an object in JSON. A text that cannot be read is replaced as a whole. */
const force = (text: string | undefined, forced: Readonly<Record<string, unknown>>): string => {
  let given: Record<string, unknown> = {}
  try {
    given = readRecord(JSON.parse(text ?? '{}'))
  } catch {
    // The agent could not read it either.
  }
  return JSON.stringify({ ...given, ...forced })
}
