import { readFileSync } from 'node:fs'
import { usageError } from '../../terminal/usage-error.ts'

/**
 * Reads more options of a driver from a JSON file; none without a file. The driver checks their values.
 *
 * Throws a usage error for a file that cannot be read or does not contain a JSON object.
 */
export const readAgentConfig = (file: string | undefined): Record<string, unknown> => {
  if (file === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usageError(
      `--agent-config ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      'Give a file with one JSON object: the options of the driver.',
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw usageError(
    `--agent-config ${file} must contain a JSON object.`,
    'Write the options of the driver as { "name": value }.',
  )
}
