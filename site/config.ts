import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { pageAddress } from '../scripts/lib/site/page-address.ts'
import { readNavigation } from '../scripts/lib/site/read-navigation.ts'

const root = resolve(import.meta.dirname, '..')
const sections = readNavigation(readFileSync(resolve(root, 'docs/index.md'), 'utf8'))
const address = (path: string) => `/${pageAddress(path).replace(/(?:index)?\.md$/, '')}`

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
  vite: {
    customLogger: logger,
    build: { chunkSizeWarningLimit: 8_000 },
  },
  buildEnd() {
    if (logger.hasWarned) throw new Error('Fix the warnings above.')
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      collapsed: title === 'Packages',
      items: pages.map((page) => ({ text: page.title, link: address(page.path) })),
    })),
  },
})
