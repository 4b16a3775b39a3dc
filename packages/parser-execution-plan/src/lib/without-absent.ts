type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** Leaves out undefined properties, because a default applies only to missing ones. */
export const withoutAbsent = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Present<T>
