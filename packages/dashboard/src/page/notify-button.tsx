import { type ReactNode, useState } from 'react'
import type { Notifications } from './create-notifications.ts'

/** Turns notifications about the shown run on and off. Absent where the browser has none. */
export const NotifyButton = ({ notifications }: { notifications: Notifications }): ReactNode => {
  const [isOn, setIsOn] = useState(notifications.isOn)
  if (isOn === undefined) return null
  const turn = (): void => {
    void notifications.setOn(!isOn).then(() => setIsOn(notifications.isOn()))
  }
  return (
    <button
      type="button"
      className="amelia-small-button"
      aria-pressed={isOn}
      aria-label="Notify me of questions and the end"
      title="Notify me of questions and the end"
      onClick={turn}
    >
      <svg width="13" height="13" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M3 11.5c1-1 1.3-2.2 1.3-4.4a3.7 3.7 0 0 1 7.4 0c0 2.2.3 3.4 1.3 4.4ZM6.6 13.6a1.5 1.5 0 0 0 2.8 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}
