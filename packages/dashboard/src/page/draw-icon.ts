/** The path of a filled circle. */
export const circle = 'M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8Z'

/** Draws an icon of the page's tab as an address: a white mark on a filled shape. */
export const drawIcon = (shape: string, colour: string, mark: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="${shape}" fill="${colour}"/><path d="${mark}" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )}`
