/** Creates an element with text, never markup: plans, files and responses of agents may contain anything. */
export const makeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
  className = '',
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return element
}
