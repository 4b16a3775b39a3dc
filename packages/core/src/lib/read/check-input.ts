import { AmeliaError } from '../error/amelia-error.ts'

/** Checks the parsers given to `checkPlan`. Throws `OPTION_INVALID`. */
export const checkInput = (options: { parsers?: unknown } | undefined): void => {
  const { parsers } = options ?? {}
  if (!Array.isArray(parsers)) return refuse('`parsers` must be a list.')
  for (const [index, parser] of (parsers as unknown[]).entries()) {
    const advice = typeof parser === 'function' ? ` Call it: ${parser.name}().` : ''
    for (const [key, expected] of Object.entries(members)) {
      const value = (parser as Record<string, unknown> | null)?.[key]
      if (value !== expected && typeof value !== expected)
        refuse(`\`parsers[${index}].${key}\` must be ${expected}; got ${JSON.stringify(value)}.${advice}`)
    }
  }
}

/** The members of a parser: the value, or its type. */
const members = { contract: 'parser-v1', id: 'string', detect: 'function', parse: 'function' }

/** Throws `OPTION_INVALID` for a wrong parser. */
export const refuse = (message: string): never => {
  throw new AmeliaError('OPTION_INVALID', message, { option: 'parsers' })
}
