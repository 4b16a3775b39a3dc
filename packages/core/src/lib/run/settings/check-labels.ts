import { AmeliaError } from '../../error/amelia-error.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { quoteText } from '../../text/quote-text.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { describeValue } from '../../error/check/describe-value.ts'

const mostLabels = 32

/** Checks the labels of a run. Throws `OPTION_INVALID` for an invalid name or value, and for a secret. */
export const checkLabels = (labels: Readonly<Record<string, string>>, secrets: readonly string[]): void => {
  const entries = Object.entries(labels)
  if (entries.length > mostLabels)
    throw invalid(`A run has at most ${mostLabels} labels; got ${entries.length}.`)
  for (const [key, value] of entries) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/.test(key))
      throw invalid(
        `${quoteText(key)} is not a valid name of a label: use at most 63 letters, digits, ".", "_", "/" and "-".`,
      )
    if (value.length > 256 || value.includes('\n') || stripAnsi(value) !== value)
      throw invalid(
        `The label "${key}" must be one line of at most 256 characters; got ${describeValue(value)}.`,
      )
    if (redactSecrets(value, secrets) !== value)
      throw invalid(`The label "${key}" contains a secret. Labels are stored and shown.`)
  }
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'labels' })
