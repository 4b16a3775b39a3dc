import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

/** The text of a source with a bug in it. Throws where the text to change is not there exactly once. */
export const plant = (code, { name, file, search, replace }) => {
  const parts = code.split(search)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(`"${name}" fits ${file} ${parts.length - 1} times and has to fit once: write it anew.`)
}

/** Throws for a bug that fits its source no more. */
export const checkBug = (bug) => void plant(readFileSync(join(root, bug.file), 'utf8'), bug)

const isPlaceOf = (bug, id) => id.split('?')[0] === join(root, bug.file)

/** Changes a source when vite loads it: no file is touched. */
export const bugPlugin = (bug) => ({
  name: 'planted-bug',
  enforce: 'pre',
  transform: (code, id) => (isPlaceOf(bug, id) ? plant(code, bug) : undefined),
})

/** The same where esbuild does. */
export const bugInBundle = (bug) => ({
  name: 'planted-bug',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      isPlaceOf(bug, path) ? { contents: plant(readFileSync(path, 'utf8'), bug), loader: 'ts' } : undefined,
    ),
})
