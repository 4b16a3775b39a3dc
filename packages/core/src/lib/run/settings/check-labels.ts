import { invalidOption } from '../../error/check/check-options.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

/** Throws `OPTION_INVALID` for a label of a run that contains a secret. */
export const checkLabels = (
  labels: Readonly<Record<string, string>> = {},
  secrets: readonly string[] = [],
): void => {
  for (const [key, value] of Object.entries(labels))
    if (redactSecrets(value, secrets) !== value)
      throw invalidOption('labels', `The label "${key}" contains a secret. Labels are stored and shown.`)
}
