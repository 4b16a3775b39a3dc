import { AmeliaError } from '../error/amelia-error.ts'
import type { RunSettings } from '../machine/settings.ts'
import { presets } from './presets.ts'
import type { RunOptions } from './run-options.ts'

/** The rules of a run: the preset's, and what the options say otherwise. Throws `OPTION_INVALID`. */
export const readSettings = (options: RunOptions): RunSettings => {
  const preset =
    presets[oneOf('preset', options.preset ?? 'phased', Object.keys(presets) as (keyof typeof presets)[])]
  return {
    concurrency: whole('concurrency', options.concurrency ?? preset.concurrency),
    onFailure: oneOf('onFailure', options.onFailure ?? preset.onFailure, ['halt', 'continue']),
    trust: oneOf('trust', options.trust ?? preset.trust, ['paranoid', 'standard', 'autonomous']),
    units: oneOf('units', options.units ?? preset.units, ['phase', 'subtask', 'step']),
    maxAttempts: whole('maxAttempts', options.maxAttempts ?? preset.maxAttempts),
    planApproved: options.planApproved ?? false,
    hooks: oneOf('hooks', options.hooks ?? preset.hooks, ['on', 'off']),
    checks: Object.entries(options.verify ?? {}).map(([name, argv]) => {
      // Whoever writes no types gives the command as one text.
      const given: unknown = argv
      if (!Array.isArray(given))
        throw invalid('verify', `The check "${name}" must be a list: the program, then its arguments.`)
      if (argv.length === 0 || argv[0] === '') throw invalid('verify', `The check "${name}" has no command.`)
      return { name, argv: [...argv] }
    }),
  }
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })

const whole = (option: string, value: number): number => {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw invalid(option, `"${option}" must be a whole number from 1, not ${value}.`)
}

const oneOf = <Value extends string>(option: string, value: Value, allowed: readonly Value[]): Value => {
  if (allowed.includes(value)) return value
  throw invalid(option, `"${option}" must be one of ${allowed.join(', ')}, not "${value}".`)
}
