import type { FoundFiles } from '@amelia/core/plugin'
import { foundFiles, matching } from '@amelia/markdown'

/** Tools that write `tasks.md`: the files that tell them apart, and their context. */
const tools: readonly [tool: string, sign: RegExp, context: RegExp][] = [
  ['OpenSpec change', /^proposal\.md$/, /^(?:proposal|design)\.md$|^specs\/.*\.md$/],
  ['Kiro spec', /^(?:requirements|bugfix)\.md$/, /^(?:requirements|bugfix|design)\.md$/],
  [
    'Spec Kit feature',
    /^plan\.md$/,
    /^(?:spec|plan|research|data-model|quickstart)\.md$|^contracts\/.*\.(?:md|ya?ml|json)$/,
  ],
  [
    'agent-os spec',
    /^spec\.md$|^planning\/requirements\.md$/,
    /^spec\.md$|^planning\/requirements\.md$|^sub-specs\/.*\.md$/,
  ],
]

/** Finds the `tasks.md` of a folder, with the documents that its tool keeps beside it. */
export const findFiles = (paths: readonly string[]): FoundFiles | undefined => {
  const name = 'tasks.md'
  if (!paths.includes(name)) return undefined
  const [tool, , context] = tools.find(([, sign]) => paths.some((path) => sign.test(path))) ?? []
  return context
    ? foundFiles(tool ?? name, [name], matching(paths, context))
    : { tool: name, files: [{ path: name }], isGuess: true }
}
