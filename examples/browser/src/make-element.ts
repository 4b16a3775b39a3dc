/** An element with text, never markup: a plan, its files and what an agent says may hold anything. */
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
