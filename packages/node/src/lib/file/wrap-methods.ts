/** Returns an object with the same members, whose methods are called by `around`. */
export const wrapMethods = <Target extends object>(
  target: Target,
  around: (call: () => unknown) => unknown,
): Target => {
  const wrapped = Object.entries(target).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...given: unknown[]) => around((): unknown => Reflect.apply(member, target, given))
      : member,
  ])
  return Object.fromEntries(wrapped) as Target
}
