import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { defineConfig } from 'vitepress'
import { pageAddress } from '../scripts/lib/site/page-address.ts'
import { readNavigation } from '../scripts/lib/site/read-navigation.ts'
import { searchOptions, searchSettings } from '../scripts/lib/site/search/search-settings.ts'
import { splitPage } from '../scripts/lib/site/search/split-page.ts'
import { accessibleTheme } from './accessible-theme.ts'

const root = resolve(import.meta.dirname, '..')
const pages = resolve(import.meta.dirname, '.pages')
const sections = readNavigation(readFileSync(resolve(root, 'docs/index.md'), 'utf8'))
const readManifest = (path: string) =>
  JSON.parse(readFileSync(resolve(root, path), 'utf8')) as {
    version?: string
    homepage?: string
    repository?: string | { url: string }
  }
const { homepage, repository } = readManifest('package.json')
const { version = '' } = readManifest('packages/core/package.json')
const forge = typeof repository === 'string' ? repository : repository?.url
const description = 'Runs a development plan with coding agents and leaves a clean git history behind.'
const address = (path: string) => `/${pageAddress(path).replace(/(?:index)?\.md$/, '')}`

/** The doors of all packages, by the names that programs import. */
const doors = readdirSync(resolve(root, 'packages'))
  .map((folder) => resolve(root, 'packages', folder, 'package.json'))
  .filter((path) => existsSync(path))
  .flatMap((path) => {
    const { name, exports } = JSON.parse(readFileSync(path, 'utf8')) as {
      name: string
      exports: Record<string, unknown>
    }
    return Object.keys(exports)
      .filter((door) => !door.endsWith('.css'))
      .map((door) => name + door.slice(1))
  })
  .sort()

/** A build with warnings fails at its end, so that all of them are shown. */
const logger = {
  hasWarned: false,
  info: () => {},
  warn: (text: string) => {
    logger.hasWarned = true
    console.warn(text)
  },
  warnOnce: (text: string) => logger.warn(text),
  error: (text: string) => console.error(text),
  clearScreen: () => {},
  hasErrorLogged: () => false,
}

export default defineConfig({
  title: 'Amelia',
  description,
  lang: 'en',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    ['meta', { property: 'og:title', content: 'Amelia: a plan in, reviewed commits out' }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:image', content: `${homepage ?? ''}/images/dashboard-question.webp` }],
  ],
  // The address of the site is in the manifest once it is published.
  ...(homepage !== undefined && { sitemap: { hostname: homepage } }),
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    // The default colours of code have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      // Indented code gets the box of fenced code, which scrolls where it is too wide.
      const { fence } = md.renderer.rules
      md.renderer.rules.code_block = (tokens, index, ...rest) => {
        tokens[index]!.info = 'text'
        return fence!(tokens, index, ...rest)
      }
    },
  },
  vite: {
    plugins: [accessibleTheme()],
    customLogger: logger,
    build: { chunkSizeWarningLimit: 8_000 },
  },
  transformPageData({ relativePath, frontmatter }) {
    // The sidebar, which gives the next page, does not list these.
    if (/^(?:api|files)\//.test(relativePath)) Object.assign(frontmatter, { prev: false, next: false })
    if (relativePath === 'reference/options.md') frontmatter['pageClass'] = 'wide-page'
  },
  buildEnd() {
    if (logger.hasWarned) throw new Error('Fix the warnings above.')
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // The sections are split from the Markdown, so no page is rendered for the index.
        _render: () => '',
        miniSearch: {
          _splitIntoSections: (file: string) =>
            splitPage(relative(pages, file).split(sep).join('/'), readFileSync(file, 'utf8')),
          options: {
            ...{ fields: searchSettings.fields },
            extractField: searchSettings.extractField,
            processTerm: searchSettings.processTerm,
          },
          searchOptions,
          // `accessibleTheme` makes the search box call it.
          ...{ searchPages: searchSettings.searchPages },
        },
      },
    },
    footer: { message: `Version ${version}, MIT licence` },
    ...(forge !== undefined && {
      editLink: {
        pattern: `${forge.replace(/^git\+|\.git$/g, '')}/edit/main/docs/:path`,
        text: 'Edit this page',
      },
    }),
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/start/about' },
      { text: 'Reference', link: '/api/' },
    ],
    sidebar: {
      '/api/': [{ text: 'Reference', items: doors.map((door) => ({ text: door, link: `/api/${door}/` })) }],
      '/': sections.map(({ title, pages }) => ({
        text: title,
        items: pages.map((page) => ({ text: page.title, link: address(page.path) })),
      })),
    },
  },
})
