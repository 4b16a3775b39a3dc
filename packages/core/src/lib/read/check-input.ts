import { AmeliaError } from '../error/amelia-error.ts'

/** Checks the parsers given to `checkPlan`. Throws `OPTION_INVALID`. */
export const checkInput = (options: { parsers?: unknown } | undefined): void => {
  const { parsers } = options ?? {}
  if (!Array.isArray(parsers)) return refuse('`parsers` must be a list.')
  for (const [index, parser] of (parsers as unknown[]).entries()) {
    const contract = (parser as { contract?: unknown } | null)?.contract
    const advice = typeof parser === 'function' ? ` Call it: ${parser.name}().` : ''
    if (contract !== 'parser-v1')
      refuse(`\`parsers[${index}].contract\` must be "parser-v1"; got ${JSON.stringify(contract)}.${advice}`)
  }
}

const refuse = (message: string): never => {
  throw new AmeliaError('OPTION_INVALID', message, { option: 'parsers' })
}
