import { parseArgs } from 'node:util'
import { type AgentName, agents } from './agents.ts'
import type { ProjectOptions } from './create-project.ts'

/** The arguments of the program. */
export interface Args {
  /** Whether the help is asked for. */
  help: boolean
  /** The folder of the project. */
  folder: string
  /** The chosen options. Those that were not given are absent. */
  options: ProjectOptions
}

const names = Object.keys(agents)

/** The help of the program. */
export const help = `Usage: npm create amelia [FOLDER] [-- FLAGS]

Creates a project in FOLDER, by default amelia-project. At a terminal, it asks for what no flag chooses.

  --agent NAME   ${names.join(', ')}, or none for plans of steps
  --typescript   TypeScript instead of JavaScript
  --server       also a server that starts plans and keeps their questions
  --yes          ask nothing: what no flag chooses is left out`

/** Reads the arguments, or throws an `Error` that states what is wrong with them. */
export const readArgs = (args: readonly string[]): Args & { ask: boolean } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      agent: { type: 'string' },
      typescript: { type: 'boolean' },
      server: { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { agent, typescript, server, yes = false, help: isHelp = false } = values
  const [folder = 'amelia-project', ...more] = positionals
  if (more.length > 0) throw new Error(`Expected one folder; got ${positionals.join(', ')}.`)
  if (agent !== undefined && agent !== 'none' && !isAgent(agent))
    throw new Error(`Expected an agent: ${names.join(', ')} or none; got ${agent}.`)
  return {
    help: isHelp,
    folder,
    ask: !yes && agent === undefined && !typescript && !server,
    options: {
      ...(agent !== undefined && isAgent(agent) && { agent }),
      ...(typescript && { language: 'typescript' as const }),
      ...(server && { server }),
    },
  }
}

const isAgent = (name: string): name is AgentName => Object.hasOwn(agents, name)
