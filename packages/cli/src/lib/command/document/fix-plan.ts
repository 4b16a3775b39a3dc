import { planParsers } from '../../document/plan-parsers.ts'
import type { PlanFile, PlanReading } from '../../document/read-plan-file.ts'
import { callParser } from './call-parser.ts'

/** Fixes the text of a plan of one file; undefined if it is several files, or its format has no fixes. */
export const fixPlan = (
  { check, only }: PlanFile,
  options: PlanReading,
): { before: string; after: string } | undefined => {
  const parser = planParsers(options).find(({ id }) => id === check.format)
  if (!only || !parser?.fix) return undefined
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(only.bytes)
  const after = callParser<string>(parser, options, {
    name: 'fix',
    expected: 'a text',
    isValid: (fixed) => typeof fixed === 'string',
    // The parser may be an instance of a class.
    call: () => parser.fix!(before),
  })
  return { before, after }
}
