/** Returns an object without its undefined values, which do not override a default. */
export const definedOf = <Values extends object>(values: Values | undefined): Defined<Values> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Defined<Values>

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
