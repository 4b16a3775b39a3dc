import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from 'vite'

// A bundle for pages does not build with a module of Node in it.
test('the page builds into static files', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'page-'))
  try {
    await build({ root: import.meta.dirname, logLevel: 'error', build: { outDir } })
    const [, script] = /<script type="module" crossorigin src="\.\/(assets\/[^"]+)"/.exec(
      readFileSync(join(outDir, 'index.html'), 'utf8'),
    )
    assert.ok(readdirSync(join(outDir, 'assets')).includes(script.replace('assets/', '')))
    assert.doesNotMatch(readFileSync(join(outDir, script), 'utf8'), /\bfrom\s*["']node:/)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
})
