import type { AgentProblem } from './agent-problem.ts'
import { type AgentSdk, sdkHint } from './agent-sdk.ts'

/** Checks that an SDK is installed where `resolve`, the driver's own resolution, finds it. Loads nothing. */
export const checkSdk = (sdk: AgentSdk, resolve: (name: string) => unknown): AgentProblem | undefined => {
  try {
    resolve(sdk.name)
  } catch (error) {
    // With this code the package exists, but supports `import` only.
    if ((error as { code?: unknown }).code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED')
      return { kind: 'sdk', message: `${sdk.title} is not installed.`, hint: sdkHint(sdk) }
  }
  return undefined
}
