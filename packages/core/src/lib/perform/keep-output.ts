import { boundOutput } from '../text/bound-output.ts'
import { cutMiddle } from '../text/cut-middle.ts'
import type { Performer } from './performer.ts'

/** Bytes of a command's output to keep. */
const maxBytes = 10_000_000

/** The output of a command. */
export interface KeptOutput {
  /** The relevant lines: errors, the first and the last lines. */
  output: string
  /** The location of the full output; absent if it could not be stored. */
  outputFile?: string
}

/**
 * Shortens the output of a command. If the command failed, the full output is stored as an artifact of the
 * run.
 *
 * `name` identifies the command, for example `phase-a/attempt-1/check-test`; a second output with the same
 * name replaces the first. Secrets are removed first. An output of more than 10 MB is cut in the middle and
 * contains a note about it.
 */
export const keepOutput = async (
  performer: Performer,
  output: string,
  { name, failed }: { name: string; failed: boolean },
): Promise<KeptOutput> => {
  const clean = performer.redact(output)
  const bounded = { output: boundOutput(clean) }
  if (!failed || clean === '') return bounded
  const outputFile = await performer.keep(`output/${plainName(name)}.txt`, cutMiddle(clean, maxBytes))
  return outputFile === undefined ? bounded : { ...bounded, outputFile }
}

/** Returns the folder of an attempt's outputs among the run's artifacts. */
export const attemptFolder = ({ id, attempt }: { id: string; attempt: { number: number } }): string =>
  `phase-${id}/attempt-${attempt.number}`

/** Replaces characters that a store may not accept in a name. See `RunLease.keep`. */
export const plainName = (name: string): string =>
  name
    .split('/')
    .map((part) => part.replace(/[^A-Za-z0-9._-]|\.\.|^[.-]/g, '_').slice(0, 100))
    .join('/')
