import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usageError } from '../../terminal/usage-error.ts'

/** A file of the page. */
export interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
  /** Whether its name changes with its content. */
  isFixed: boolean
}

/** The build of the page is beside the build of the command line. */
export const builtPage = fileURLToPath(new URL('./page/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads the files of the page, by their paths below the server's root. A request is looked up among them, so
 * that its path never reaches the file system. Throws a usage error if the page was not built.
 */
export const readPageFiles = async (folder: string): Promise<ReadonlyMap<string, PageFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, PageFile]> => {
      const place = `/${relative(folder, path).split(sep).join('/')}`
      const type = types[extname(path)] ?? 'application/octet-stream'
      return [
        place,
        { body: new Uint8Array(await readFile(path)), type, isFixed: place.startsWith('/assets/') },
      ]
    }),
  )
  const found = new Map(files)
  const index = found.get('/index.html')
  if (!index)
    throw usageError('This build of Amelia does not contain the dashboard.', 'Build it: npm run build')
  return found.set('/', index)
}
