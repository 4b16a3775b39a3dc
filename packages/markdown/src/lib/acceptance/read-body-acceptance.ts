import type { AcceptanceDraft } from '@amelia/core/plugin'
import { readOutline } from '../outline/read-outline.ts'
import { readAcceptance } from './read-acceptance.ts'

const expected = /expected[*_]*[:：]/i

/** Reads the acceptance checks in the text of a phase or a part, all with the line of that phase or part. */
export const readBodyAcceptance = (body: string, line: number): AcceptanceDraft[] =>
  expected.test(body) ? readAcceptance(readOutline(body).blocks).map((check) => ({ ...check, line })) : []
