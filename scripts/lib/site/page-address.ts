/** Where a file of the repository is on the site, as a path from the site's root: `packages/node.md`. */
export const pageAddress = (path: string): string => {
  const renamed = path
    .replace(/^docs\/reference\/api\/.*\.md$/, 'api/index.md')
    .replace(/^docs\//, '')
    .replace(/^(packages|examples)\/([^/]+)\/README\.md$/, '$1/$2.md')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/^([A-Z]+)\.md$/, (name) => `project/${name.toLowerCase()}`)
  if (path === 'README.md') return 'index.md'
  if (isPage(path) || isImage(path)) return renamed
  // The site removes these endings from addresses.
  return `files/${path.replace(/\.(md|html)$/, '-$1')}.md`
}

/** Whether a file is shown as a page. Other files that pages link to are shown as code. */
export const isPage = (path: string): boolean =>
  (path.startsWith('docs/') && path.endsWith('.md')) ||
  /^(?:packages|examples)\/(?:[^/]+\/)?README\.md$/.test(path) ||
  /^[A-Z]+\.md$/.test(path)

/** Whether a file is copied as it is. */
export const isImage = (path: string): boolean => /\.(?:png|svg|jpg|webp)$/.test(path)
