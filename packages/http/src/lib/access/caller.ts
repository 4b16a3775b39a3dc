/**
 * The permissions of a caller: `read` reads and watches runs, `operate` also answers gates and
 * cancels, `start` also starts runs. Starting a run executes commands on the server.
 */
export type Access = (typeof levels)[number]

/** The permissions, each with those before it. */
export const levels = ['read', 'operate', 'start'] as const

/** The sender of a request. */
export interface Caller {
  /** The caller's permission, which includes those before it in {@link Access}. */
  access: Access
  /** Names the caller for `allowStart`. */
  name?: string
}

/**
 * Identifies the sender of a request. Null or undefined refuses the request with the status 401. Anything
 * else that is not a {@link Caller} is an error of the server: it refuses the request with the status 500,
 * and `onError` receives it.
 */
export type Authenticate = (
  request: Request,
) => Caller | null | undefined | Promise<Caller | null | undefined>
