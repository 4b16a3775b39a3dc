import { dirname } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import type { AgentProblem } from './agent-problem.ts'
import { type AgentSdk, sdkHint } from './agent-sdk.ts'
import { findSdk } from './find-sdk.ts'

/**
 * Checks that an SDK is installed where its driver finds it, in a version that the driver supports. Loads
 * nothing.
 */
export const checkSdk = (sdk: AgentSdk): AgentProblem | undefined => {
  const found = findSdk(sdk)
  if (found === undefined)
    return {
      kind: 'sdk',
      message: `${sdk.title} is not installed: ${sdk.name} was not found from ${dirname(sdk.from)}.`,
      hint: sdkHint(sdk),
    }
  if (found.version === '' || satisfies(found.version, sdk.range, { includePrerelease: true }))
    return undefined
  return {
    kind: 'sdk',
    message: `${sdk.title} ${found.version} in ${found.folder} is not supported: ${sdk.driver} needs ${sdk.range}.`,
    hint: sdkHint(sdk),
  }
}
