import type { TrustLevel } from '@amelia/core'
import { type ReactNode, useId } from 'react'

/** The properties of {@link TrustLevelSelector}. */
export interface TrustLevelSelectorProps {
  /** The chosen level. */
  value: TrustLevel
  /** Called when a person chooses another one. */
  onChange: (value: TrustLevel) => void
  /** Whether it cannot be changed. Default: false. */
  disabled?: boolean
}

const levels: readonly (readonly [TrustLevel, string, string])[] = [
  ['paranoid', 'Paranoid', 'Asks after each unit of work.'],
  ['standard', 'Standard', 'Asks at the end of each batch, before its phases are on the branch.'],
  ['autonomous', 'Autonomous', 'Asks only about work of high risk.'],
]

/** Chooses how much a run may do before it asks a person. */
export const TrustLevelSelector = ({
  value,
  onChange,
  disabled = false,
}: TrustLevelSelectorProps): ReactNode => {
  const name = useId()
  return (
    <fieldset className="amelia-trust" disabled={disabled}>
      <legend>Trust</legend>
      {levels.map(([level, label, effect]) => (
        <label key={level}>
          <input
            type="radio"
            name={name}
            value={level}
            checked={level === value}
            onChange={() => onChange(level)}
          />
          <span>
            <b>{label}</b>
            <span>{effect}</span>
          </span>
        </label>
      ))}
      <p className="amelia-muted">Problems, and steps of high risk, are asked about at every level.</p>
    </fieldset>
  )
}
