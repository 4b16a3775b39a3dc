import { drawConcepts } from './draw-concepts.ts'
import { readSourceTypes } from './read-source-types.ts'
import { renderErrors } from './render-errors.ts'
import { renderEvents } from './render-events.ts'
import { renderOptions } from './render-options.ts'
import { renderPresets } from './render-presets.ts'

/** Returns the generated pages and pictures of the documentation, by their files. */
export const renderTables = (root: string): Map<string, string> => {
  const types = readSourceTypes(root)
  return new Map([
    ['docs/reference/errors.md', renderErrors(types)],
    ['docs/reference/events.md', renderEvents(types)],
    ['docs/reference/options.md', renderOptions(types)],
    ['docs/concepts/presets.md', renderPresets()],
    ...drawConcepts(),
  ])
}
