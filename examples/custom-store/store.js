import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyValueStore } from '@amelia/store-key-value'

/** Ignores that a file does not exist. */
const absent = (error) => {
  if (error.code !== 'ENOENT') throw error
}

/** Creates a key-value table in which each entry is a file. Replace the four methods with your database's. */
export const folderTable = (folder) => {
  mkdirSync(folder, { recursive: true })
  const pathOf = (key) => join(folder, encodeURIComponent(key))
  return {
    get: (key) => readFile(pathOf(key), 'utf8').catch(absent),
    async set(key, value) {
      const draft = join(folder, `~${randomUUID()}`)
      const file = await open(draft, 'wx')
      await file.writeFile(value)
      // The value is durable before it has its name, and the name is there before `set` resolves.
      await file.sync()
      await file.close()
      await rename(draft, pathOf(key))
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async list(prefix) {
      const keys = (await readdir(folder)).filter((name) => !name.startsWith('~')).map(decodeURIComponent)
      return keys.filter((key) => key.startsWith(prefix))
    },
  }
}

/** Creates a run store for one process over such a table. */
export const folderStore = (folder) => keyValueStore(folderTable(folder))
