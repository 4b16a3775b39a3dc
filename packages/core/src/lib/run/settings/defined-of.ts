/** Returns an object without its undefined values, which do not override a default. */
export const definedOf = <Values extends object>(values: Values | undefined): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Values>
