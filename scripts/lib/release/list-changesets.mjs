import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

/** Lists the pending changesets, relative to the root: the Markdown files of their folder, but its README. */
export const listChangesets = () =>
  readdirSync(join(root, '.changeset'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `.changeset/${name}`)
