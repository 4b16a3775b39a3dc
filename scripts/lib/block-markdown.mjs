/**
 * Leaves the libraries out of a bundle that only markdown-it's inline pass calls: `@amelia/markdown` reads
 * blocks. They are a fifth of the code that `amelia check` would load.
 */
export const blockMarkdown = () => ({
  name: 'block-markdown',
  setup(build) {
    build.onResolve({ filter: /^(?:entities|linkify-it|mdurl|punycode\.js)$/ }, ({ path, importer }) =>
      /[\\/]markdown-it[\\/]/.test(importer) ? { path, namespace: 'inline-pass' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'inline-pass' }, ({ path }) => ({
      contents: `const missing = () => { throw new Error('This bundle has no inline pass of Markdown: ${path} was left out.') }
        export { missing as decode, missing as decodeHTMLStrict, missing as encode, missing as format, missing as parse }
        export class LinkifyIt { add() { return this } set() { return this } test = missing; match = missing; matchAtStart = missing }
        export default { toASCII: missing, toUnicode: missing }`,
    }))
  },
})
