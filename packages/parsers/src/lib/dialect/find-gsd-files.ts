import type { FoundFiles } from '@amelia/core/plugin'
import { foundFiles, matching } from '@amelia/markdown'

/** Finds the roadmap of GSD in a folder, which contains the phases, or the plans of a phase. */
export const findGsdFiles = (paths: readonly string[], name: string): FoundFiles | undefined => {
  const isGsd = name === '.planning' || paths.some((path) => /^(?:PROJECT|STATE)\.md$|^phases\//.test(path))
  if (isGsd && paths.includes('ROADMAP.md'))
    return foundFiles('GSD roadmap', ['ROADMAP.md'], matching(paths, /^(?:PROJECT|REQUIREMENTS)\.md$/))
  const context = matching(paths, /^(?:[^/]*-)?(?:CONTEXT|RESEARCH|SUMMARY)\.md$/)
  return foundFiles('GSD phase', matching(paths, /^(?:[^/]*-)?PLAN\.md$/), context)
}
