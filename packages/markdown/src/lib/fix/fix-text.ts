import { fixBoxes } from './fix-boxes.ts'
import { fixFences } from './fix-fences.ts'

/** Fixes mistakes in a Markdown plan of any format: ambiguous fences, and misspelled boxes. */
export const fixText = (source: string): string => fixBoxes(fixFences(source))
