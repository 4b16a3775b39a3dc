import { invalidOption } from '../../../error/check/check-options.ts'
import type { Report } from '../../../event/report.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { readSource, type RunSource } from '../../boundary/run-source.ts'
import { readStored } from './read-stored.ts'

/** Options of `readTranscript`. */
export interface ReadTranscriptOptions extends RunSource {
  /** The name of the transcript, as the report or `readPhase` states it. */
  name: string
}

/** Implements `readTranscript`: reads only texts that the run's report names as transcripts. */
export const readStoredTranscript = async (options: ReadTranscriptOptions): Promise<string> => {
  checkCall('readTranscript', options)
  const { name, runId, ...given } = options
  const source = readSource('readTranscript', given)
  const { report } = await readStored({ host: source, runId })
  if (!namesOf(report).has(name))
    throw invalidOption(
      'name',
      `Run ${runId} has no transcript ${JSON.stringify(name)}. \`readPhase\` lists their names.`,
    )
  const text = await source.store.kept(runId, name)
  if (text === undefined) throw invalidOption('name', `The transcript ${name} of run ${runId} was deleted.`)
  return text
}

const namesOf = ({ phases, sessions = [] }: Report): Set<string> => {
  const all = [...sessions, ...phases.flatMap(({ attempts = [] }) => attempts.flatMap((one) => one.sessions))]
  return new Set(
    all.flatMap(({ transcript }) =>
      transcript ? [transcript.page.name, ...(transcript.vendor ? [transcript.vendor.name] : [])] : [],
    ),
  )
}
