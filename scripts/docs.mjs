import './lib/check-node.mjs'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'vitepress'
import { readJson, root } from './lib/project.mjs'
import { findDeadLinks } from './lib/site/find-dead-links.ts'
import { countRows, homePage } from './lib/site/home-page.ts'
import { inlinePictures } from './lib/site/inline-pictures.ts'
import { readNavigation } from './lib/site/read-navigation.ts'
import { stagePages } from './lib/site/stage-pages.ts'
import { writeLlms } from './lib/site/write-llms.ts'
import { writeReference } from './lib/site/write-reference.mjs'

/**
 * Builds the site in `site/dist`: the documents, the READMEs of packages and examples, and the reference of
 * every door from its docstrings.
 *
 * Fails at a link without a target, at a warning, and at an exported symbol or member without a docstring.
 * `-- --pages` keeps the reference of the last build.
 */
const pages = join(root, 'site/.pages')
const fail = (problems) => {
  if (problems.length === 0) return
  for (const problem of problems) console.error(problem)
  console.error(`Problems of the site: ${problems.length}.`)
  process.exit(1)
}
const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

const start = performance.now()
const reference = join(pages, 'api')
const stage = stagePages(root)
fail(stage.faults)
for (const name of existsSync(pages) ? readdirSync(pages) : [])
  if (name !== 'api') rmSync(join(pages, name), { recursive: true })
if (!process.argv.includes('--pages') || !existsSync(reference)) {
  rmSync(reference, { recursive: true, force: true })
  fail(await writeReference(reference))
  console.log(`reference written in ${seconds(start)}`)
}

const index = readFileSync(join(root, 'docs/index.md'), 'utf8')
const document = (path) => readFileSync(join(root, 'docs', path), 'utf8')
const figures = {
  cheats: countRows(document('concepts/evidence.md'), 'attempt that cheats'),
  formats: countRows(document('concepts/plans.md'), 'format'),
  failures: countRows(document('project/architecture.md'), 'class'),
}
const write = (path, text) => {
  mkdirSync(dirname(join(pages, path)), { recursive: true })
  writeFileSync(join(pages, path), text)
}
for (const [path, text] of stage.pages) {
  const read = (address) => readFileSync(join(root, 'docs', posix.dirname(path), address), 'utf8')
  write(path, path === 'index.md' ? homePage(figures) : inlinePictures(text, read))
}
write('public/llms.txt', writeLlms(readNavigation(index), readJson('package.json').description))
for (const [path, source] of stage.copies) {
  mkdirSync(dirname(join(pages, path)), { recursive: true })
  copyFileSync(join(root, source), join(pages, path))
}
cpSync(join(root, 'site/public'), join(pages, 'public'), { recursive: true })
await build(join(root, 'site'))
// Programs that read `llms.txt` get the pages as Markdown, with their pictures and the reference.
const dist = join(root, 'site/dist')
for (const [path, text] of stage.pages) writeFileSync(join(dist, path), text)
for (const [path, source] of stage.copies) {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  copyFileSync(join(root, source), join(dist, path))
}
cpSync(reference, join(dist, 'api'), { recursive: true })
fail(findDeadLinks(dist))
console.log(`site built in ${seconds(start)}: site/dist`)
