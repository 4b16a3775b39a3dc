import { driverError } from '@amelia/core/plugin'
import type { CodexSdk } from './codex-sdk.ts'
import { sdkHint, sdkName } from './sdk-name.ts'

/** The vendor's package, imported when it is needed. A name in a variable is not looked for by who checks types or makes bundles. */
export const importSdk = (): Promise<unknown> => import(sdkName)

/** Loads the SDK. Throws `driverError('environment')` that says what to install. */
export const loadSdk = async (load: () => Promise<unknown>): Promise<CodexSdk> => {
  let module: unknown
  try {
    module = await load()
  } catch (cause) {
    throw driverError('environment', { message: `Codex is not installed. ${sdkHint}`, cause })
  }
  if (isSdk(module)) return module
  throw driverError('environment', { message: `This version of ${sdkName} has no class Codex. ${sdkHint}` })
}

const isSdk = (module: unknown): module is CodexSdk =>
  typeof module === 'object' && module !== null && 'Codex' in module && typeof module.Codex === 'function'
