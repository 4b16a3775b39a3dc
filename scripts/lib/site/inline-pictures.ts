/**
 * Replaces the pictures of concepts in a page by their markup, so that they follow the mode that the reader
 * chose for the site. Other pictures have their own styles. `read` returns the file of an image, by its
 * address.
 */
export const inlinePictures = (text: string, read: (address: string) => string): string =>
  text.replace(
    /^!\[([^\]]*)\]\(([^)]*concepts\/[^)]*\.svg)\)$/gm,
    (_whole, title: string, address: string) => {
      const name = /([^/]+)\.svg$/.exec(address)?.[1] ?? ''
      const svg = read(address)
        .replace(/<style>.*?<\/style>/s, '')
        // Several pictures are in one page, where an id must be unique.
        .replaceAll('arrow', `arrow-${name}`)
        .replace('<svg ', `<svg role="img" aria-label="${title.replaceAll('"', '&quot;')}" `)
        .replaceAll('\n', '')
      return `<div class="picture" tabindex="0">${svg}</div>`
    },
  )
