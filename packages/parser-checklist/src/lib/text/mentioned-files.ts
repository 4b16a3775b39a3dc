import { checkPath } from '@amelia/core/plugin'

/** Extensions that identify a name without a folder as a file. */
const endings = new Set(
  [
    'md mdx txt json jsonc yaml yml toml ini cfg env lock xml csv sql graphql proto html css scss less vue svelte',
    'astro ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts swift c h cc cpp hpp cs php ex exs erl scala',
    'dart lua sh ps1 tf ipynb',
  ].flatMap((line) => line.split(' ')),
)
const maxPath = 300
/** A dot of an extension: in most texts, dots end sentences. */
const mayName = /\.[A-Za-z]/

/**
 * Finds the files that a text mentions, such as `Create the model in src/models/user.py`.
 *
 * A file name has an extension. Folders, commands, addresses, patterns and invalid paths are ignored.
 */
export const mentionedFiles = (text: string): string[] => {
  if (!mayName.test(text)) return []
  const files = new Set<string>()
  text.split('`').forEach((part, index) => {
    const words = part.split(/[\s、，。；：（）「」『』“”]+/)
    // Several words in a code span are a command, which only reads files.
    if (index % 2 === 1 && words.length > 1) return
    for (const word of words) {
      const path = word.includes('.') ? readPath(word) : undefined
      if (path !== undefined) files.add(path)
    }
  })
  return [...files]
}

const readPath = (word: string): string | undefined => {
  if (word.length > maxPath || word.includes('://')) return undefined
  let from = 0
  let to = word.length
  while (from < to && '([*_"\'“‘'.includes(word[from] ?? '')) from++
  while (to > from && ')]*_"\'”’,;:.!?'.includes(word[to - 1] ?? '')) to--
  const text = dropPlace(word.slice(from, to))
  if (!/^[\p{L}\p{N}_.@/][\p{L}\p{N}_.@/+-]*$/u.test(text)) return undefined
  const name = text.slice(text.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1)
  if (dot < 0 || !/^[A-Za-z][A-Za-z0-9]{0,9}$/.test(ending)) return undefined
  // `Node.js` and `Task.status` are not files.
  if (name === text && (!endings.has(ending) || /^[A-Z][a-z]+\.js$/.test(name))) return undefined
  const checked = checkPath(text)
  return 'path' in checked ? checked.path : undefined
}

/** Removes positions: `a.ts:12-30`, `a.ts#L5` and `a.py::test_x` name the file. */
const dropPlace = (text: string): string => {
  const end = text.search(/::|#L|:\d/)
  return end < 0 ? text : text.slice(0, end)
}
