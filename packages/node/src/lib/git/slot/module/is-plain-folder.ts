import { join } from 'node:path'
import { isFolder } from '../../repository/find-module.ts'

/** Whether a path below a root is a folder, reached through folders only, not through links. */
export const isPlainFolder = (root: string, path: string): boolean => {
  const parts = path.split('/')
  return parts.every((_, at) => isFolder(join(root, ...parts.slice(0, at + 1))))
}
