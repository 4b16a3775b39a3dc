import { driverError } from '@amelia/core/plugin'
import { type AgentSdk, sdkHint } from './agent-sdk.ts'

/**
 * Loads a vendor's SDK.
 *
 * Throws `driverError('environment')` with an installation hint when the module cannot be loaded or lacks the
 * export that the driver uses.
 */
export const loadSdk = async <Sdk>(sdk: AgentSdk, load: () => Promise<unknown>): Promise<Sdk> => {
  let module: unknown
  try {
    module = await load()
  } catch (cause) {
    throw driverError('environment', { message: `${sdk.title} could not be loaded. ${sdkHint(sdk)}`, cause })
  }
  if (hasFunction(module, sdk.entry)) return module as Sdk
  throw driverError('environment', {
    message: `This version of ${sdk.name} does not export ${sdk.entry}. ${sdkHint(sdk)}`,
  })
}

const hasFunction = (module: unknown, name: string): boolean =>
  typeof module === 'object' &&
  module !== null &&
  typeof (module as Record<string, unknown>)[name] === 'function'
