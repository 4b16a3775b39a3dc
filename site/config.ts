import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { pageAddress } from '../scripts/lib/site/page-address.ts'
import { readNavigation } from '../scripts/lib/site/read-navigation.ts'
import { accessibleTheme } from './accessible-theme.ts'

const root = resolve(import.meta.dirname, '..')
const sections = readNavigation(readFileSync(resolve(root, 'docs/index.md'), 'utf8'))
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
  description: 'Runs a development plan with coding agents and leaves a clean git history behind.',
  lang: 'en',
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
        // Colours of code are not part of the index.
        _render(text, env, md) {
          const { highlight } = md.options
          try {
            return md.set({ highlight: null }).render(text, env)
          } finally {
            // The pages have the same renderer.
            md.set({ highlight })
          }
        },
        miniSearch: {
          // Pages come before the many members of the reference that have the same word.
          searchOptions: {
            boostDocument: (id: string) => (id.startsWith('/api/') && id.includes('#') ? 0.3 : 1),
          },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/' },
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
