import stringWidth from 'string-width'
import { fitText } from '../../../terminal/fit-text.ts'

const gap = '   '

/**
 * Fits a list of keys into `width` columns. The last two, which leave and explain, stay as long as they fit;
 * of the others, the first ones do.
 */
export const fitHint = (hint: string, width: number, ellipsis: string): string => {
  const parts = hint.split(gap)
  while (parts.length > 2 && stringWidth(parts.join(gap)) > width) parts.splice(-3, 1)
  const last = parts.at(-1) ?? ''
  const shown = parts.join(gap)
  return fitText(stringWidth(shown) > width && parts.length > 1 ? last : shown, width, ellipsis)
}
