/** Whether an error is an answer of PostgreSQL: it has a code of SQL. Others are of the connection. */
export const isAnswer = (error: unknown): boolean => /^(?!E[A-Z]{4})[0-9A-Z]{5}$/.test(codeOf(error))

/** Whether the server has refused the user, the password or the name of the database. */
export const isRefusal = (error: unknown): boolean => /^(?:28...|3D000)$/.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null | undefined)?.code)
