import { join } from 'node:path'

const folders = {
  npm_config_cache: 'npm',
  npm_config_store_dir: 'pnpm',
  YARN_CACHE_FOLDER: 'yarn',
  PIP_CACHE_DIR: 'pip',
  UV_CACHE_DIR: 'uv',
  GOCACHE: 'go-build',
  GOMODCACHE: 'go-mod',
  GRADLE_USER_HOME: 'gradle',
} as const

/**
 * Returns the variables with which package managers keep their caches in a folder. The user's own caches stay
 * read-only, because the user's next build would run their contents.
 */
export const cacheVariables = (caches: string): Record<string, string> =>
  Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(caches, folder)]))
