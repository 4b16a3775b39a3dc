/** A file of a plan in a folder. */
export interface PlanFolderFile {
  /** The path, relative to the folder that was searched. */
  path: string
  /** The file contains no work: agents read it with the plan. */
  context?: true
  /** The file belongs to the plan only if another file names this id. */
  named?: string
}

/** A folder that a tool keeps a plan in. */
export interface PlanFolder {
  /** The tool, or the name of the file if several tools use it. */
  tool: string
  /** Relative to the listed folder; empty for itself. */
  folder: string
  /** The files of the plan, in its order, then those with context. Relative to `folder`. */
  files: PlanFolderFile[]
}

/**
 * Finds the plans of known tools among the paths of the files below a folder. A plan inside the folder of
 * another plan belongs to that one.
 *
 * `name` is the name of the listed folder. Archived plans and drafts are left out.
 */
export const findPlanFolders = (paths: readonly string[], name = ''): PlanFolder[] => {
  const files = new Map<string, string[]>()
  for (const path of [...paths].sort(compareNaturally)) {
    const parts = path.split('/')
    if (parts.slice(0, -1).some((part) => /^(?:archived?|drafts|templates)$/i.test(part))) continue
    // Each folder lists what is below it; a plan is at most three folders deep.
    for (let depth = Math.max(0, parts.length - 4); depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const below = files.get(folder) ?? []
      below.push(parts.slice(depth).join('/'))
      files.set(folder, below)
    }
  }
  const found: PlanFolder[] = []
  for (const folder of [...files.keys()].sort(compareNaturally)) {
    const parts = folder.split('/')
    const isInside = found.some(
      (outer) =>
        outer.tool !== 'tasks.md' &&
        (outer.folder === '' || folder === outer.folder || folder.startsWith(`${outer.folder}/`)),
    )
    const own = isInside
      ? undefined
      : readFolder(files.get(folder) ?? [], folder === '' ? name : (parts.at(-1) ?? ''))
    if (own) found.push({ ...own, folder })
  }
  return found
}

/** Compares paths with their numbers as numbers: `task-9` is before `task-10`. */
const compareNaturally = (one: string, other: string): number => {
  const [first, second] = [numbered(one), numbered(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

const numbered = (path: string): string => path.replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'))

type Read = Omit<PlanFolder, 'folder'> | undefined

const readFolder = (paths: readonly string[], name: string): Read =>
  readBacklog(paths, name) ??
  readRoadmap(paths, name) ??
  readGsdPhase(paths) ??
  readTasks(paths) ??
  readEpic(paths)

const matching = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.filter((path) => pattern.test(path))

const build = (tool: string, works: readonly string[], context: readonly string[]): Read => ({
  tool,
  files: [...works.map((path) => ({ path })), ...context.map((path) => ({ path, context: true as const }))],
})

const readBacklog = (paths: readonly string[], name: string): Read => {
  const tasks = matching(paths, /^tasks\/[a-z][a-z0-9]{0,20}-\d+(?:\.\d+)*(?: - [^/]*)?\.md$/i)
  const isBacklog =
    /^\.?backlog$/i.test(name) ||
    paths.some((path) => /^config\.ya?ml$/i.test(path)) ||
    tasks.some((path) => path.includes(' - '))
  if (tasks.length === 0 || !isBacklog) return undefined
  const completed = paths.flatMap((path): PlanFolderFile[] => {
    const [, named] = /^completed\/([a-z][a-z0-9]{0,20}-\d+(?:\.\d+)*)(?: - [^/]*)?\.md$/i.exec(path) ?? []
    return named === undefined ? [] : [{ path, named }]
  })
  return { tool: 'Backlog.md', files: [...tasks.map((path) => ({ path })), ...completed] }
}

const readRoadmap = (paths: readonly string[], name: string): Read => {
  const isGsd = name === '.planning' || paths.some((path) => /^(?:PROJECT|STATE)\.md$|^phases\//.test(path))
  if (!isGsd || !paths.includes('ROADMAP.md')) return undefined
  return build('GSD roadmap', ['ROADMAP.md'], matching(paths, /^(?:PROJECT|REQUIREMENTS)\.md$/))
}

const readGsdPhase = (paths: readonly string[]): Read => {
  const plans = matching(paths, /^(?:[^/]*-)?PLAN\.md$/)
  const context = matching(paths, /^(?:[^/]*-)?(?:CONTEXT|RESEARCH|SUMMARY)\.md$/)
  return plans.length === 0 ? undefined : build('GSD phase', plans, context)
}

/** Tools that write `tasks.md`: the files that tell them apart, and their context. */
const toolsOfTasks: readonly [tool: string, sign: RegExp, context: RegExp][] = [
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
  ['tasks.md', /^tasks\.md$/, /(?!)/],
]

const readTasks = (paths: readonly string[]): Read => {
  if (!paths.includes('tasks.md')) return undefined
  const [tool = '', , context = /(?!)/] =
    toolsOfTasks.find(([, sign]) => paths.some((path) => sign.test(path))) ?? []
  return build(tool, ['tasks.md'], matching(paths, context))
}

/** An epic of CCPM: numbered task files beside `epic.md`. */
const readEpic = (paths: readonly string[]): Read => {
  const tasks = matching(paths, /^\d{1,9}\.md$/)
  const context = matching(paths, /^(?:epic|\d{1,9}-analysis)\.md$/i)
  return tasks.length === 0 || !context.includes('epic.md') ? undefined : build('CCPM epic', tasks, context)
}
