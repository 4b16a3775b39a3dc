import { flags } from './flag-groups.ts'

/** Options of the SDK whose flag has another name. */
const otherNames: Readonly<Record<string, string>> = {
  publish: '--commit',
  budget: '--budget-usd or --budget-tokens',
  phaseBudget: '--phase-budget-usd or --phase-budget-tokens',
  labels: '--label',
  models: '--model-for',
  reviewers: '--reviewer',
  sessionTimeoutMs: '--session-timeout',
  requestTimeoutMs: '--idle-timeout',
  idleTimeoutMs: '--idle-timeout',
  maxSteps: '--max-turns',
  passEnv: '--agent-env',
  apiKey: '--api-key-env',
  command: '--agent',
  verify: '--test, --lint, --typecheck or --build',
  goal: '<goal>',
  runId: '<run>',
  phaseId: '<phase>',
  gateId: 'the question',
  rejected: '--from with --change',
}

/** Options of the SDK with a flag of the same name that only one command has. */
const ownNames: ReadonlySet<string> = new Set([
  ...['status', 'limit', 'context', 'scope', 'olderThan', 'plan', 'attempts', 'transcripts'],
])

/** Returns the flag of an option of the SDK, or its other name; undefined if there is none. */
export const flagOf = (option: string): string | undefined => {
  const shared = Object.hasOwn(flags, option) ? flags[option] : undefined
  return (
    otherNames[option] ??
    shared?.flag.split(' ', 1)[0]?.replace('[no-]', '') ??
    (ownNames.has(option)
      ? `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      : undefined)
  )
}

/** Replaces the names of SDK options in a message by those of flags, and omits the called function. */
export const inFlags = (message: string, option = ''): string => {
  const own = flagOf(option)
  const text =
    own !== undefined && message.startsWith(`${option} `) ? own + message.slice(option.length) : message
  return text
    .replace(', or a pool of node-postgres; got a string', '')
    .replace('Give the run a driver,', 'Name an agent with --driver NAME,')
    .replace(/^[a-z]+[A-Z]\w*: (?=`)/, '')
    .replace(/, (log in with `[^`]+`), or pass [a-z]+\(\{[^)]*\}\)/g, ' or $1')
    .replace(/,? or pass [a-z]+\(\{[^)]*\}\)/g, '')
    .replace(/`([a-z]\w*)(?:\[\d+\])?`/g, (found, name: string) => flagOf(name) ?? found)
}
