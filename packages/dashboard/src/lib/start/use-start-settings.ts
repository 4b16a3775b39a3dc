import { useDraft } from '../part/drafts.ts'
import type { StartChoices, StartSettings } from '@amelia/http/client'

/** The values of the fields of a start, as a person typed them. */
type Typed = Partial<Record<keyof StartSettings, string>>

/** The settings of a start: the values to show, and those to send. */
export interface StartFields {
  /** Returns the value of a field: the typed one, that of the server, or a proposal. */
  valueOf(name: keyof StartSettings): string
  /** Returns the value that holds while the field is empty. */
  emptyOf(name: keyof StartSettings): string | undefined
  /** Whether the server fixes the setting. */
  isFixed(name: keyof StartSettings): boolean
  set(name: keyof StartSettings, value: string): void
  /** Returns the settings to send: those that differ from the server's. */
  chosen(): StartSettings
}

/** The settings that a person chose for the next start. They outlive the component. */
export const useStartSettings = ({ settings, suggested, fixed }: StartChoices): StartFields => {
  const [typed, setTyped] = useDraft<Typed>('start', {})
  const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value))
  const valueOf = (name: keyof StartSettings): string =>
    fixed.includes(name) ? textOf(settings[name]) : (typed[name] ?? textOf(settings[name] ?? suggested[name]))
  return {
    valueOf,
    emptyOf: (name) => (settings[name] === undefined ? undefined : textOf(settings[name])),
    isFixed: (name) => fixed.includes(name),
    set: (name, value) => setTyped({ ...typed, [name]: value }),
    chosen: () =>
      Object.fromEntries(
        names.flatMap((name): [string, string | number][] => {
          const value = valueOf(name).trim()
          if (value === '' || fixed.includes(name) || value === textOf(settings[name])) return []
          return [[name, numbers.includes(name) ? Number(value) : value]]
        }),
      ),
  }
}

const numbers: readonly string[] = ['concurrency', 'budgetUsd']
const names = ['trust', 'agent', 'model', 'test', 'concurrency', 'budgetUsd'] as const
