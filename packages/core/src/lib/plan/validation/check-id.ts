const maxBytes = 200

const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee']
/** Scripts whose letters must not be mixed. Those of East Asia are commonly written together. */
const scripts: [name: string, pattern: RegExp][] = [
  ...alphabets.map((name): [string, RegExp] => [name, new RegExp(`\\p{Script=${name}}`, 'u')]),
  [
    'East Asian',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u,
  ],
]
const letter = /\p{L}/u
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u
const plain = /^[\w.-]+$/
const allowed = /[\p{L}\p{M}\p{Nd}._-]/u

/**
 * Returns the reason why an id is invalid, or undefined if it is valid.
 *
 * A valid id is safe as a part of a git reference and of a path: letters, digits, `.`, `_` and `-`, at most
 * 200 bytes, no `..`, no dot at an end, no `.lock`. Letters of one script only (East Asian scripts may stand
 * beside Latin), so that two ids that look alike are alike. Offending characters are named by their code
 * points.
 */
export const checkId = (id: string): string | undefined => {
  if (id === '') return 'it is empty'
  if (3 * id.length > maxBytes && new TextEncoder().encode(id).length > maxBytes) {
    return `it is longer than ${maxBytes} bytes`
  }
  const structure = checkStructure(id)
  if (structure !== undefined || plain.test(id)) return structure
  if (id !== id.normalize('NFC')) return 'it is not in Unicode form C'
  const wrong = [...new Set(id)].filter((character) => !allowed.test(character))
  if (wrong.length > 0) {
    return `it holds ${wrong.slice(0, 5).map(show).join(', ')}; letters, digits, ".", "_" and "-" are possible`
  }
  if (/^\p{M}/u.test(id)) return 'it begins with an accent that stands alone'
  return mixedScripts(id)
}

const checkStructure = (id: string): string | undefined => {
  if (id.startsWith('-')) return 'it begins with "-"'
  if (id.startsWith('.') || id.endsWith('.')) return 'it begins or ends with a dot'
  if (id.includes('..')) return 'it holds two dots in a row'
  if (id.endsWith('.lock')) return 'it ends with ".lock"'
  return undefined
}

const mixedScripts = (id: string): string | undefined => {
  const found = new Map<string, string>()
  for (const character of id) {
    // Marks of length and the like belong to every script.
    if (!letter.test(character) || shared.test(character)) continue
    const script = scripts.find(([, pattern]) => pattern.test(character))?.[0] ?? 'another script'
    if (!found.has(script)) found.set(script, character)
  }
  if (found.size < 2) return undefined
  if (found.size === 2 && found.has('Latin') && found.has('East Asian')) return undefined
  const seen = [...found].map(([script, character]) => `${show(character)} (${script})`)
  return `it mixes letters of several scripts: ${seen.join(', ')}`
}

const show = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}" U+${point}` : `U+${point}`
}
