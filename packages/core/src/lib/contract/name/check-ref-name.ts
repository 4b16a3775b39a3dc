import { AmeliaError } from '../../error/amelia-error.ts'

// The rules of `git check-ref-format`.
const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$/

/** Throws `TARGET_INVALID` for what git would not take as the full name of a reference below `prefix`. */
export const checkRefName = (ref: string, prefix = 'refs/'): void => {
  if (ref.startsWith(prefix) && !forbidden.test(ref)) return
  const message = `${JSON.stringify(ref)} is not a valid name of a reference below ${prefix}. Choose another name.`
  throw new AmeliaError('TARGET_INVALID', message, { target: ref })
}
