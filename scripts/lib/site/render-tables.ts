import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawConcepts } from './draw-concepts.ts'
import { drawSession } from './draw-session.ts'
import { readSourceTypes } from './read-source-types.ts'
import { renderErrors } from './render-errors.ts'
import { renderEvents } from './render-events.ts'
import { renderOptions } from './render-options.ts'
import { renderPresets } from './render-presets.ts'
import { showDriverFlags } from './show-driver-flags.ts'
import { renderInstall, showInstalls } from './show-installs.ts'

/** Returns the generated pages and pictures of the documentation, by their files. */
export const renderTables = (root: string): Map<string, string> => {
  const types = readSourceTypes(root)
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  return new Map([
    ...installPages(root).map((file) => [file, showInstalls(read(file))] as const),
    ['docs/use/cli.md', showDriverFlags(read('docs/use/cli.md'))],
    ['docs/start/install.md', renderInstall()],
    ['docs/reference/errors.md', renderErrors(types)],
    ['docs/reference/events.md', renderEvents(types)],
    ['docs/reference/options.md', renderOptions(types)],
    ['docs/concepts/presets.md', renderPresets()],
    ...drawConcepts(),
    ['docs/images/session.svg', drawSession(read('docs/project/transcript.md'))],
  ])
}

/** Documents with a command that installs packages. */
const installPages = (root: string): string[] =>
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:reference\/|project\/|start\/install)/.test(name))
    .map((name) => join('docs', name))
    .filter((file) => /^ *npm install /m.test(readFileSync(join(root, file), 'utf8')))
