import {
  boolCoreTag,
  floatCoreTag,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  type ScalarTagDefinition,
} from 'js-yaml'

const tags: ScalarTagDefinition<string | number | boolean | null>[] = [
  nullCoreTag,
  boolCoreTag,
  intCoreTag,
  floatCoreTag,
]
/** Longer words are text, because no number or keyword of YAML is that long. */
const maxLength = 64

/** Returns the value of a plain YAML 1.2 scalar: null, a boolean, a number, or the text itself. */
export const resolveScalar = (source: string): string | number | boolean | null => {
  if (source.length > maxLength) return source
  for (const tag of tags) {
    if (tag.implicitFirstChars && !tag.implicitFirstChars.includes(source.charAt(0))) continue
    const value = tag.resolve(source, false, tag.tagName)
    if (value !== NOT_RESOLVED) return value
  }
  return source
}
