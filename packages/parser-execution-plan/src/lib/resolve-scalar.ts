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
/** Longer words are texts: no number and no word of YAML is. */
const maxLength = 64

/** What a plain word of YAML 1.2 stands for: nothing, a boolean, a number, or itself. */
export const resolveScalar = (source: string): string | number | boolean | null => {
  if (source.length > maxLength) return source
  for (const tag of tags) {
    if (tag.implicitFirstChars && !tag.implicitFirstChars.includes(source.charAt(0))) continue
    const value = tag.resolve(source, false, tag.tagName)
    if (value !== NOT_RESOLVED) return value
  }
  return source
}
