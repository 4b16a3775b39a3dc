/** A promise with its resolve and reject functions. */
export interface Deferred<Value> {
  promise: Promise<Value>
  resolve(value: Value): void
  reject(error: unknown): void
}

export const createDeferred = <Value>(): Deferred<Value> => {
  let ends!: Pick<Deferred<Value>, 'resolve' | 'reject'>
  const promise = new Promise<Value>((resolve, reject) => {
    ends = { resolve, reject }
  })
  return { promise, ...ends }
}
