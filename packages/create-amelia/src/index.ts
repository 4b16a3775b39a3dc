/** Creates a project that runs a plan: the program behind `npm create amelia`. */
export { type AgentName, agents, type StarterAgent } from './lib/agents.ts'
export { createProject, type ProjectLanguage, type ProjectOptions } from './lib/create-project.ts'
export { main } from './lib/main.ts'
