/** Returns the element of the page with this id. Throws if it does not exist or has another type. */
export const findElement = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${kind.name} with the id "${id}".`)
}
