import {
  type DatabaseLike,
  type IndexedDbLike,
  pageDatabases,
  type RequestLike,
  type TableLike,
  type TransactionLike,
} from './indexed-db-like.ts'

export interface DatabaseOptions {
  /** Which database of the origin. Default: `amelia`. */
  name?: string
  /** Default: the page's own. */
  indexedDB?: IndexedDbLike
}

/** A database that is opened by the first step, and again when the browser has closed it. */
export interface Database {
  /**
   * Does a step: all of it or nothing, and nobody else's between. Resolves once what it wrote is on the disk.
   *
   * The task may wait for its own requests and for nothing else.
   */
  step<Result>(
    table: Table,
    mode: 'readonly' | 'readwrite',
    task: (table: TableLike) => Promise<Result>,
  ): Promise<Result>
}

/** Texts by key, and files by folder and name. */
export type Table = 'entries' | 'files'

const tables: readonly Table[] = ['entries', 'files']
const version = 1

/** The tables of a run in IndexedDB. Nothing is opened yet. */
export const openDatabase = ({ name = 'amelia', indexedDB }: DatabaseOptions): Database => {
  let opened: Promise<DatabaseLike> | undefined
  const forget = (): void => {
    opened = undefined
  }
  const open = (): Promise<DatabaseLike> => {
    if (opened !== undefined) return opened
    const opening = connect(indexedDB ?? pageDatabases(), name, forget)
    opened = opening
    opening.catch(forget)
    return opening
  }
  return {
    async step(table, mode, task) {
      const transaction = (await open()).transaction(table, mode, { durability: 'strict' })
      const over = endOf(transaction)
      try {
        const result = await task(transaction.objectStore(table))
        await over
        return result
      } catch (error) {
        over.catch(() => {})
        abort(transaction)
        throw error
      }
    },
  }
}

const connect = (factory: IndexedDbLike, name: string, forget: () => void): Promise<DatabaseLike> =>
  new Promise((resolve, reject) => {
    const request = factory.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      for (const table of tables) request.result.createObjectStore(table)
    })
    request.addEventListener('success', () => {
      const database = request.result
      database.addEventListener('close', forget)
      // Somebody wants to delete the database, or has a newer one.
      database.addEventListener('versionchange', () => {
        database.close()
        forget()
      })
      resolve(database)
    })
    request.addEventListener('error', () =>
      reject(request.error ?? new Error(`The database ${name} cannot be opened.`)),
    )
  })

const endOf = (transaction: TransactionLike): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser gave a step of its database up.')),
    )
  })

const abort = (transaction: TransactionLike): void => {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}

/** What a request gives. */
export const resultOf = <Result>(request: RequestLike<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser refused a request to its database.')),
    )
  })
