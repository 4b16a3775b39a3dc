import type * as z from 'zod/mini'

/**
 * Creates a check of a schema. It takes the place of checks of Zod such as `z.maxLength`, each of which would
 * be loaded before the first run.
 */
export const validIf =
  <Value>(isValid: (value: Value) => boolean, message: string): z.core.CheckFn<Value> =>
  ({ value, issues }) => {
    if (!isValid(value)) issues.push({ code: 'custom', message, input: value })
  }
