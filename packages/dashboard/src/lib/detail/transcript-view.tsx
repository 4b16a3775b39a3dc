import { type ReactNode, useCallback, useState } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { PhaseDetails } from '../source/phase-details.ts'
import { PlainText } from './plain-text.tsx'

/** The properties of {@link TranscriptView}. */
export interface TranscriptViewProps {
  /** Reads the prompt and the transcripts. */
  source: Pick<DashboardSource, 'readPhase' | 'readTranscript'>
  /** The run. */
  runId: string
  /** The phase. */
  phaseId: string
  /** Everything is read again when this text changes, such as the status and the attempt of the phase. */
  revision?: string | undefined
}

/** The prompt of a phase, its summary, and the transcripts of its sessions. */
export const TranscriptView = ({ source, runId, phaseId, revision }: TranscriptViewProps): ReactNode => {
  const load = useCallback(
    () => source.readPhase(runId, phaseId),
    // A new revision reads again.
    [source, runId, phaseId, revision],
  )
  const { value, error, reload } = useLoaded(load, `${runId} ${phaseId}`)
  if (error !== undefined) return <LoadError name="The list of sessions" error={error} onRetry={reload} />
  if (value === undefined) return <EmptyState title="Reading the sessions…" />
  return <Texts key={phaseId} {...{ source, runId }} details={value} />
}

interface TextsProps extends Pick<TranscriptViewProps, 'source' | 'runId'> {
  details: PhaseDetails
}

const Texts = ({ source, runId, details }: TextsProps): ReactNode => {
  const { prompt, summary, transcripts } = details
  const texts = [
    ...transcripts.map(({ attempt, session, role, name }) => ({
      id: `transcript ${name}`,
      name,
      label: `Attempt ${attempt}, session ${session}: ${role}`,
    })),
    ...(prompt === undefined ? [] : [{ id: 'prompt', label: 'Prompt', text: prompt }]),
    ...(summary === undefined ? [] : [{ id: 'summary', label: 'Summary', text: summary }]),
  ]
  const [chosen, setChosen] = useState<string>()
  const last = transcripts.at(-1)
  const shown =
    texts.find(({ id }) => id === chosen) ??
    texts.find(({ id }) => id === `transcript ${last?.name}`) ??
    texts[0]
  if (!shown)
    return (
      <EmptyState title="No session yet">
        The prompt and the transcript of each agent session appear here. Steps that the engine runs have none.
      </EmptyState>
    )
  return (
    <div className="amelia-transcripts">
      <label className="amelia-field">
        <span>Show</span>
        <select value={shown.id} onChange={({ target }) => setChosen(target.value)}>
          {texts.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {'text' in shown ? (
        <PlainText key={shown.id} text={shown.text} />
      ) : (
        <Transcript key={shown.id} {...{ source, runId }} name={shown.name} />
      )}
    </div>
  )
}

const Transcript = ({ source, runId, name }: Omit<TextsProps, 'details'> & { name: string }): ReactNode => {
  const load = useCallback(() => source.readTranscript(runId, name), [source, runId, name])
  const { value, error, reload } = useLoaded(load, name)
  if (error !== undefined) return <LoadError name="The transcript" error={error} onRetry={reload} />
  if (value === undefined) return <EmptyState title="Reading the transcript…" />
  return value.trim() === '' ? <EmptyState title="The transcript is empty" /> : <PlainText text={value} />
}
