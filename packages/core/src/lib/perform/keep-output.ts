import { boundOutput } from '../text/bound-output.ts'
import type { Performer } from './performer.ts'

/** Bytes of one command's output that are kept. */
const maxBytes = 10_000_000

/** What is known of a failed command's output. */
export interface KeptOutput {
  /** The telling lines. */
  output: string
  /** Where the full output is; absent where it could not be kept. */
  outputFile?: string
}

/**
 * Shortens the output of a command, and keeps the full one as an artefact of the run when the command failed.
 *
 * `name`: what ran, `phase-a/attempt-1/check-test` for example. The same name again replaces the text. Secrets are removed first. An
 * output of more than 10 MB is cut in its middle, and says so.
 */
export const keepOutput = async (
  performer: Performer,
  output: string,
  { name, failed }: { name: string; failed: boolean },
): Promise<KeptOutput> => {
  const clean = performer.redact(output)
  const bounded = { output: boundOutput(clean) }
  if (!failed || clean === '') return bounded
  const outputFile = await performer.keep(`output/${plainName(name)}.txt`, cut(clean))
  return outputFile === undefined ? bounded : { ...bounded, outputFile }
}

/** The folder of an attempt's outputs. */
export const attemptFolder = ({ id, attempt }: { id: string; attempt: { number: number } }): string =>
  `phase-${id}/attempt-${attempt.number}`

/** The name as every store takes it: see `RunLease.keep`. */
export const plainName = (name: string): string =>
  name
    .split('/')
    .map((part) => part.replace(/[^A-Za-z0-9._-]|\.\.|^[.-]/g, '_').slice(0, 100))
    .join('/')

const cut = (text: string): string => {
  // A character takes three bytes at most, a pair of surrogates four.
  if (text.length * 3 <= maxBytes) return text
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  const half = maxBytes / 2 - 50
  const head = new TextDecoder().decode(bytes.subarray(0, half))
  const tail = new TextDecoder().decode(bytes.subarray(-half))
  return `${head}\n[... ${bytes.length - 2 * half} bytes left out: at most ${maxBytes / 1_000_000} MB are kept ...]\n${tail}`
}
