import { relative, resolve, sep } from 'node:path'

/** Names a file as annotations do: relative to the checkout of the workflow, else to the current folder. */
export const workflowPath = (path: string, env: NodeJS.ProcessEnv = process.env): string =>
  relative(env['GITHUB_WORKSPACE'] || '.', resolve(path)).replaceAll(sep, '/')
