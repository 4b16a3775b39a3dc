import { words } from '@amelia/core/view'
import { type ReactNode, useCallback, useState } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { PhaseDetails } from '../source/phase-details.ts'
import { PlainText } from '../detail/plain-text.tsx'
import { readPage } from './read-page.ts'
import { SessionEntries } from './session-entries.tsx'

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
  /** The session that runs now, which is shown first. Default: none. */
  live?: ReactNode
}

/** The prompt of a phase, its summary, and the transcripts of its sessions. */
export const TranscriptView = ({
  source,
  runId,
  phaseId,
  revision,
  live,
}: TranscriptViewProps): ReactNode => {
  const load = useCallback(
    () => source.readPhase(runId, phaseId),
    // A new revision reads again.
    [source, runId, phaseId, revision],
  )
  const { value, error, reload } = useLoaded(load, `${runId} ${phaseId}`)
  if (error !== undefined && !live)
    return <LoadError name="The list of sessions" error={error} onRetry={reload} />
  if (value === undefined && !live) return <EmptyState title="Reading the sessions…" />
  return <Texts key={phaseId} {...{ source, runId, live }} details={value ?? { transcripts: [] }} />
}

interface TextsProps extends Pick<TranscriptViewProps, 'source' | 'runId'> {
  details: Pick<PhaseDetails, 'prompt' | 'summary' | 'transcripts'>
  live: ReactNode
}

const Texts = ({ source, runId, details, live }: TextsProps): ReactNode => {
  const { prompt, summary, transcripts } = details
  const texts: { id: string; label: string; name?: string; text?: string }[] = [
    ...(live ? [{ id: 'live', label: 'Running now' }] : []),
    ...transcripts.map(({ attempt, session, role, name }) => ({
      id: `transcript ${name}`,
      name,
      label: `Attempt ${attempt}, session ${session}: ${role}`,
    })),
    ...(prompt === undefined ? [] : [{ id: 'prompt', label: 'Prompt', text: prompt }]),
    ...(summary === undefined ? [] : [{ id: 'summary', label: 'Summary', text: summary }]),
  ]
  const [chosen, setChosen] = useState<string>()
  const last = transcripts.findLast(({ role }) => role === 'developer') ?? transcripts.at(-1)
  const shown =
    texts.find(({ id }) => id === chosen) ??
    texts.find(({ id }) => id === 'live') ??
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
      {texts.length > 1 && (
        <label className="amelia-session-choice">
          <span className="amelia-hidden">Session</span>
          <select value={shown.id} onChange={({ target }) => setChosen(target.value)}>
            {texts.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown.id === 'live' ? (
        live
      ) : shown.name === undefined ? (
        <PlainText key={shown.id} text={shown.text ?? ''} />
      ) : (
        <Transcript key={shown.id} {...{ source, runId }} name={shown.name} />
      )}
    </div>
  )
}

interface TranscriptProps extends Pick<TextsProps, 'source' | 'runId'> {
  name: string
}

const Transcript = ({ source, runId, name }: TranscriptProps): ReactNode => {
  const load = useCallback(() => source.readTranscript(runId, name), [source, runId, name])
  const { value, error, reload } = useLoaded(load, name)
  if (error !== undefined) return <LoadError name="The transcript" error={error} onRetry={reload} />
  if (value === undefined) return <EmptyState title="Reading the transcript…" />
  if (value.trim() === '') return <EmptyState title="The transcript is empty" />
  const page = readPage(value)
  if (!page) return <PlainText text={value} />
  return (
    <div className="amelia-session-page">
      <details className="amelia-fold">
        <summary>Prompt</summary>
        <PlainText text={page.prompt} />
      </details>
      {page.entries.length === 0 ? (
        <p className="amelia-muted">The agent reported no progress.</p>
      ) : (
        <SessionEntries entries={page.entries} />
      )}
      {page.last !== '' && (
        <section>
          <h3>Last message</h3>
          <PlainText text={page.last} />
        </section>
      )}
      <ul className="amelia-session-facts">
        {page.facts.map((fact) => (
          <li key={fact}>{words.plainLabel(fact)}</li>
        ))}
      </ul>
    </div>
  )
}
