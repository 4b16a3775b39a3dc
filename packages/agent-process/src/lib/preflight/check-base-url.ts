import type { AgentProblem } from './agent-problem.ts'

/** Checks that the option `baseUrl` is an HTTP address. `example` is a valid one, for the hint. */
export const checkBaseUrl = (baseUrl: string, example: string): AgentProblem | undefined =>
  URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
    ? undefined
    : {
        kind: 'url',
        message: `\`baseUrl\` is not a valid address of a server: "${baseUrl}".`,
        hint: `Give an address that starts with https:// or http://, such as ${example}.`,
      }
