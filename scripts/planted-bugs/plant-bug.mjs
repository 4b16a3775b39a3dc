import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

/** Returns a source with a bug. Throws unless the text to change occurs exactly once. */
export const plant = (code, { name, file, search, replace }) => {
  const parts = code.split(search)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(`"${name}" must match ${file} once, but matches ${parts.length - 1} times: update it.`)
}

/** Throws for a bug that no longer matches its source. */
export const checkBug = (bug) => void plant(readFileSync(join(root, bug.file), 'utf8'), bug)

const isPlaceOf = (bug, id) => id.split('?')[0] === join(root, bug.file)

/** Changes a source when vite loads it. No file is changed. */
export const bugPlugin = (bug) => ({
  name: 'planted-bug',
  enforce: 'pre',
  transform: (code, id) => (isPlaceOf(bug, id) ? plant(code, bug) : undefined),
})

/** Changes a source when esbuild loads it. */
export const bugInBundle = (bug) => ({
  name: 'planted-bug',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      isPlaceOf(bug, path) ? { contents: plant(readFileSync(path, 'utf8'), bug), loader: 'ts' } : undefined,
    ),
})
