import { agentNames } from './agent-names.ts'

/** Splits `codex=value`. A text before `=` that is not the name of an agent is part of the value. */
export const splitName = (text: string): { agent?: string; value: string } => {
  const at = text.indexOf('=')
  const agent = text.slice(0, Math.max(0, at))
  return agentNames.some((name) => name === agent) ? { agent, value: text.slice(at + 1) } : { value: text }
}
