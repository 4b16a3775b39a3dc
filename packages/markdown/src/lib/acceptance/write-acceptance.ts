import type { Acceptance } from '@amelia/core/plugin'

/** Writes an acceptance check as `readAcceptance` reads it; undefined if `Expected:` cannot express it. */
export const writeAcceptance = (check: Acceptance): string[] | undefined => {
  const { command, cwd, expectExitCode, expectedOutputPattern: pattern } = check
  const expected = pattern === undefined ? outcomes.get(expectExitCode) : writePattern(pattern)
  if (expected === undefined || (pattern !== undefined && expectExitCode !== 0)) return undefined
  const whole = cwd === undefined ? command : `cd ${cwd} && ${command}`
  if (/[`\n]/.test(whole)) return undefined
  return [`Run: \`${whole}\``, `Expected: ${expected}`]
}

const outcomes = new Map<Acceptance['expectExitCode'], string>([
  [0, 'PASS'],
  ['fail', 'FAIL'],
])

/** Writes a pattern that stands for a literal text. */
const writePattern = (pattern: string): string | undefined => {
  const literal = pattern.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1')
  const isLiteral = literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') === pattern
  return isLiteral && !/[`\n]/.test(literal) && literal.trim() !== '' ? `\`${literal}\`` : undefined
}
