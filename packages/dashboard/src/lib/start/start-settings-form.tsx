import type { TrustLevel } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import type { OfferedAgent, StartChoices, StartSettings } from '@amelia/http/client'
import { nameOfAgent, noAgent } from './describe-start.ts'
import { TrustLevelSelector } from './trust-level-selector.tsx'
import type { StartFields } from './use-start-settings.ts'

interface StartSettingsFormProps {
  choices: StartChoices
  fields: StartFields
}

/** The agent, the limits and the trust of the run to start. */
export const StartSettingsForm = ({ choices: { agents }, fields }: StartSettingsFormProps): ReactNode => {
  const text = (name: keyof StartSettings, label: string, whenEmpty: string): ReactNode => (
    <Field {...{ label, name, fields }}>
      <input
        type="text"
        value={fields.valueOf(name)}
        placeholder={fields.emptyOf(name) ?? whenEmpty}
        onChange={({ target }) => fields.set(name, target.value)}
      />
    </Field>
  )
  const number = (name: keyof StartSettings, label: string, whenEmpty: string, step: string): ReactNode => (
    <Field {...{ label, name, fields }}>
      <input
        type="number"
        min={step === 'any' ? 0 : 1}
        step={step}
        value={fields.valueOf(name)}
        placeholder={fields.emptyOf(name) ?? whenEmpty}
        onChange={({ target }) => fields.set(name, target.value)}
      />
    </Field>
  )
  return (
    <div className="amelia-settings">
      {(agents.length > 0 || fields.isFixed('agent')) && (
        <>
          <AgentField {...{ agents, fields }} />
          {text('model', 'Model', 'chosen by the agent')}
          {text('test', 'Tests', 'none: nothing is verified')}
          {number('concurrency', 'Phases at once', 'set by the preset', '1')}
          {number('budgetUsd', 'Budget in US dollars', 'no limit', 'any')}
        </>
      )}
      <TrustLevelSelector
        value={(fields.valueOf('trust') || 'standard') as TrustLevel}
        onChange={(level) => fields.set('trust', level)}
        disabled={fields.isFixed('trust')}
      />
    </div>
  )
}

interface FieldProps {
  label: string
  name: keyof StartSettings
  fields: StartFields
  children: ReactNode
}

/** A field with its label; a setting that the server fixes is a text. */
const Field = ({ label, name, fields, children }: FieldProps): ReactNode =>
  fields.isFixed(name) ? (
    <div className="amelia-field">
      <span>{label}</span>
      <p>
        <b>{words.plainLabel(fields.valueOf(name))}</b>{' '}
        <span className="amelia-muted">set by the server</span>
      </p>
    </div>
  ) : (
    <label className="amelia-field">
      <span>{label}</span>
      {children}
    </label>
  )

/** Chooses the agent, and describes whether it can work. */
const AgentField = ({
  agents,
  fields,
}: {
  agents: readonly OfferedAgent[]
  fields: StartFields
}): ReactNode => {
  const value = fields.valueOf('agent') || noAgent
  const known = agents.find(({ name }) => name === value)
  const names = [...new Set([...agents.map(({ name }) => name), value, noAgent])]
  const state = known && stateOf(known)
  return (
    <div className="amelia-settings-agent">
      <Field label="Agent" name="agent" fields={fields}>
        <select value={value} onChange={({ target }) => fields.set('agent', target.value)}>
          {names.map((name) => {
            const agent = agents.find((each) => each.name === name)
            const missing = agent && !agent.isReady ? `, ${stateOf(agent)}` : ''
            return (
              <option key={name} value={name}>
                {name === noAgent ? 'None: only the steps of the plan' : `${nameOfAgent(name)}${missing}`}
              </option>
            )
          })}
        </select>
      </Field>
      {known && (
        <p className="amelia-muted" data-tone={known.isReady ? undefined : 'warn'}>
          {words.plainLabel(
            [`${nameOfAgent(known.name)} is ${state}`, known.isReady ? known.login : known.hint]
              .filter(Boolean)
              .join(': '),
          )}
        </p>
      )}
    </div>
  )
}

const stateOf = ({ isReady, isInstalled, login }: OfferedAgent): string =>
  isReady ? 'ready' : !isInstalled ? 'not installed' : login === undefined ? 'not logged in' : 'not ready'
