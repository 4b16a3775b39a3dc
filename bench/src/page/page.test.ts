import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gates } from '../gate/gates.ts'
import { benchmarks } from '../run/benchmarks.ts'
import { readResults } from '../run/read-results.ts'
import { drawPlot } from './draw-plot.ts'
import { writePage } from './write-page.ts'

const root = join(import.meta.dirname, '../../..')

describe('writePage', () => {
  it('has written docs/project/benchmarks.md and its images from the newest results', () => {
    const newest = (name: string) => readResults(join(root, 'bench/results'), name).at(-1)
    for (const [path, text] of writePage(benchmarks, newest, gates))
      expect(readFileSync(join(root, 'docs', path), 'utf8'), `${path}: npm run bench -- page`).toBe(text)
  })
})

describe('drawPlot', () => {
  it('draws a labelled line per subject, for light and dark pages', () => {
    const row = (subject: string, size: number, min: number) => ({
      ...{ series: 's', subject, size, unit: 'ns', min, median: min, repeats: 2 },
    })
    const svg = drawPlot('A <plot>', 'tasks', [
      row('amelia', 10, 5),
      row('amelia', 100, 50),
      row('b&c', 10, 7),
    ])
    expect(svg).toContain('<title>A &lt;plot></title>')
    expect(svg).toContain('>b&amp;c</text>')
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg.match(/<circle/g)).toHaveLength(3)
  })
})
