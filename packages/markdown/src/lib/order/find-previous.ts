import { orderItems } from './order-items.ts'

/**
 * Finds the position of the item that each item waits for if it declares nothing: the one before it. The
 * first waits for none.
 *
 * `declared` has the positions that each item declares. An item that declares a later one counts as written
 * after it, so that the default order contradicts no declaration.
 */
export const findPrevious = (declared: readonly (readonly number[])[]): (number | undefined)[] => {
  const previous = declared.map((): number | undefined => undefined)
  let before: number | undefined
  for (const at of orderItems(declared)) {
    previous[at] = before
    before = at
  }
  return previous
}
