/**
 * Replaces the pictures of concepts in a page by their markup, so that they follow the mode that the reader
 * chose for the site: the drawing for wide screens, and the one for narrow screens, of which the style shows
 * one. Other pictures have their own styles. `read` returns the file of an image, by its address.
 */
export const inlinePictures = (text: string, read: (address: string) => string): string =>
  text.replace(
    /^!\[([^\]]*)\]\(([^)]*concepts\/[^)]*)\.svg\)$/gm,
    (_whole, title: string, address: string) => {
      const inline = (suffix: string, shape: string): string =>
        read(`${address}${suffix}.svg`)
          .replace(/<style>.*?<\/style>/s, '')
          // Several pictures are in one page, where an id must be unique.
          .replaceAll('arrow', `arrow-${address.split('/').at(-1)}${suffix}`)
          .replace(
            '<svg ',
            `<svg class="${shape}" role="img" aria-label="${title.replaceAll('"', '&quot;')}" `,
          )
          .replaceAll('\n', '')
      return `<div class="picture">${inline('', 'wide')}${inline('-tall', 'tall')}</div>`
    },
  )
