import { invalidOption } from '../../error/check/check-options.ts'
import type { Meta } from '../../plan/field/meta.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

/** Throws `OPTION_INVALID` for a label of a run, or its `meta`, that contains a secret. */
export const checkLabels = (
  labels: Readonly<Record<string, string>> = {},
  meta: Meta = {},
  secrets: readonly string[] = [],
): void => {
  const data = JSON.stringify(meta)
  if (redactSecrets(data, secrets) !== data)
    throw invalidOption(
      'meta',
      '`meta` contains a secret. It is stored and shown: refer to the secret by a name.',
    )
  for (const [key, value] of Object.entries(labels))
    if (redactSecrets(value, secrets) !== value)
      throw invalidOption('labels', `The label "${key}" contains a secret. Labels are stored and shown.`)
}
