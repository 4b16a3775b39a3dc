/** The primary result code of an error of SQLite; undefined for another error. */
export const sqliteCode = (error: unknown): number | undefined => {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** The primary result codes that the store handles. */
export const sqliteCodes = { busy: 5, corrupt: 11, full: 13, notDatabase: 26 } as const
