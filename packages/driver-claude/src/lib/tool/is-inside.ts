import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path is a folder or something below it. Both are absolute. */
export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
