/** Creates a project that runs a plan: the program behind `npm create amelia`. */
export { createProject, type ProjectLanguage } from './lib/create-project.ts'
export { main } from './lib/main.ts'
