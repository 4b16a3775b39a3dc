import { readRecord } from '@amelia/agent-process'
import type { BaseFiles } from '@amelia/core/plugin'
import { readImports } from './read-imports.ts'

/** The rules of a project for its agents. */
export interface ProjectRules {
  /** The text of `CLAUDE.md` and of the files that it imports; may be empty. */
  text: string
  /** Permission rules that refuse tools, in the agent's notation: `Read(./.env)`. */
  denials: string[]
  /** The files of skills, by their path below `.claude/skills`. */
  skills: Map<string, Uint8Array>
}

export const noRules: ProjectRules = { text: '', denials: [], skills: new Map() }

const skillFolder = '.claude/skills'
/** The most files of skills, and the most bytes of them. */
const mostFiles = 500
const mostBytes = 5_000_000

/**
 * Reads `CLAUDE.md`, permission denials and skills of the commit that a workspace is based on: they are the
 * user's, and an agent's edits of them have no effect on agents.
 *
 * Hooks, permissions that allow something, and MCP servers are left out.
 */
export const readProjectRules = async (base: BaseFiles): Promise<ProjectRules> => ({
  text: await readText(base),
  denials: await readDenials(base),
  skills: await readSkills(base),
})

const readText = async (base: BaseFiles): Promise<string> => {
  const found = new Map<string, string>()
  for (const path of ['CLAUDE.md', '.claude/CLAUDE.md']) await readImports(base, path, found)
  if (found.size === 0) return ''
  return [
    'These are the rules of the project, from the commit that your work is based on. Follow them.',
    ...[...found].map(([path, text]) => `# ${path}\n\n${text.trim()}`),
  ].join('\n\n')
}

const readDenials = async (base: BaseFiles): Promise<string[]> => {
  const content = await base.read('.claude/settings.json')
  if (content === null) return []
  try {
    const { deny } = readRecord(readRecord(JSON.parse(new TextDecoder().decode(content))).permissions)
    return Array.isArray(deny) ? deny.filter((rule) => typeof rule === 'string') : []
  } catch {
    return []
  }
}

const readSkills = async (base: BaseFiles): Promise<Map<string, Uint8Array>> => {
  const skills = new Map<string, Uint8Array>()
  let left = mostBytes
  for (const path of (await base.list(skillFolder)).slice(0, mostFiles)) {
    const content = await base.read(path)
    if (content === null || content.length > left) continue
    left -= content.length
    skills.set(path.slice(skillFolder.length + 1), content)
  }
  return skills
}
