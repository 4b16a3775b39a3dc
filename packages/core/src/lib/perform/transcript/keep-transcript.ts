import type { Clock } from '../../contract/clock.ts'
import type { DriverV1, Transcript } from '../../contract/driver.ts'
import type { KeptFile, TranscriptFiles } from '../../event/charged-session.ts'
import { plainName } from '../keep-output.ts'
import { readInTime } from './read-in-time.ts'
import { redactTranscript } from './redact-transcript.ts'

/** The folder of all transcripts among the artifacts of a run. */
const transcriptFolder = 'transcripts'

/** The most bytes of a transcript in the vendor's format. */
const maxVendorBytes = 10_000_000

/** The most bytes of a page. */
const maxPageBytes = 1_000_000

export interface KeepTranscriptOptions {
  driver: DriverV1
  /** The agent's id of the session, if it is known. */
  sessionId: string | undefined
  /** The phase and the attempt of the session; undefined for a session of the run. */
  of: { phaseId: string; attempt: number } | undefined
  number: number
  /** The plain rendering. */
  page: string
  clock: Clock
  secrets: readonly string[]
  /** Stores a text as an artifact of the run. */
  keep(name: string, text: string): Promise<string>
  onError(error: unknown): void
}

/**
 * Keeps the transcript of a session that has ended as files of the run: a page, and the vendor's own format
 * if the driver can read it. Secrets are removed, and long texts lose their middle.
 *
 * Never rejects: a transcript that cannot be read or stored is reported and left out.
 */
export const keepTranscript = async (
  options: KeepTranscriptOptions,
): Promise<TranscriptFiles | undefined> => {
  const { of, number, secrets, onError } = options
  const folder = of === undefined ? 'run' : `phase-${of.phaseId}/attempt-${of.attempt}`
  const name = plainName(`${transcriptFolder}/${folder}/session-${number}`)
  const keep = async (extension: string, transcript: Transcript, maxBytes: number): Promise<KeptFile> => {
    const file = `${name}.${extension}`
    return {
      name: file,
      place: await options.keep(file, redactTranscript(transcript, { secrets, maxBytes })),
    }
  }
  try {
    const page = await keep('md', { format: 'md', text: options.page }, maxPageBytes)
    const vendor = await readVendor(options).catch((error: unknown) => {
      onError(error)
      return undefined
    })
    if (!vendor) return { page }
    const extension = /^[a-z0-9]{1,10}$/.test(vendor.format) && vendor.format !== 'md' ? vendor.format : 'txt'
    return { page, vendor: await keep(extension, vendor, maxVendorBytes) }
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** Reads the vendor's transcript. A driver that does not answer in time has none. */
const readVendor = async ({
  driver,
  sessionId,
  clock,
}: KeepTranscriptOptions): Promise<Transcript | undefined> => {
  if (sessionId === undefined || !driver.readTranscript) return undefined
  const reading = Promise.resolve(driver.readTranscript(sessionId))
  return readInTime(
    clock,
    reading.then((read: unknown) => checkTranscript(driver.id, read)),
  )
}

/** Returns what a driver's `readTranscript` returned. */
const checkTranscript = (id: string, read: unknown): Transcript | undefined => {
  if (read === undefined) return undefined
  const { format, text } = (read ?? {}) as Partial<Record<keyof Transcript, unknown>>
  if (typeof format === 'string' && typeof text === 'string') return { format, text }
  throw new TypeError(
    `The driver "${id}" returned an invalid result from \`readTranscript\`: expected undefined, or an object with the texts \`format\` and \`text\`.`,
  )
}
