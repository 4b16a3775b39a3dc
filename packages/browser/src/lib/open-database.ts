import { rules, type RulesOf } from '@amelia/core/plugin'
import {
  type DatabaseLike,
  type IndexedDbLike,
  pageDatabases,
  type RequestLike,
  type TableLike,
  type TransactionLike,
} from './indexed-db-like.ts'

/** The place of a database. */
export interface DatabaseOptions {
  /** Name of the database, within the origin. Default: `amelia`. */
  name?: string | undefined
  /** The databases. Default: the page's. */
  indexedDB?: IndexedDbLike | undefined
}

const { optional } = rules

export const databaseRules: RulesOf<DatabaseOptions> = {
  name: optional(rules.name),
  indexedDB: optional(rules.shape('a factory of databases: `indexedDB`', { open: rules.function })),
}

/** A database that the first step opens, and the next one reopens if the browser has closed it. */
export interface Database {
  /**
   * Runs a task as one atomic, isolated transaction. Resolves once its writes are on disk.
   *
   * The task may await its own requests only: a transaction without a request commits.
   */
  step<Result>(
    table: Table,
    mode: 'readonly' | 'readwrite',
    task: (table: TableLike) => Promise<Result>,
  ): Promise<Result>
}

/** `entries` contains texts by key, `files` contains entries by folder and name. */
export type Table = 'entries' | 'files'

const tables: readonly Table[] = ['entries', 'files']
const version = 1

/** Returns access to the tables in IndexedDB, without opening the database. */
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
      // Another tab deletes or upgrades the database.
      database.addEventListener('versionchange', () => {
        database.close()
        forget()
      })
      resolve(database)
    })
    request.addEventListener('error', () =>
      reject(request.error ?? new Error(`The browser cannot open the database ${name}.`)),
    )
  })

const endOf = (transaction: TransactionLike): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser aborted a transaction of its database.')),
    )
  })

const abort = (transaction: TransactionLike): void => {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

/** Resolves with the result of a request. */
export const resultOf = <Result>(request: RequestLike<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser refused a request to its database.')),
    )
  })
