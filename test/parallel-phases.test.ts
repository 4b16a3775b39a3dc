import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const page = readFileSync(resolve(import.meta.dirname, '../docs/use/parallel-phases.md'), 'utf8')
const scripts = [...page.matchAll(/^`scripts\/([\w-]+\.sh)`:\n\n```sh\n([^]*?)\n```$/gm)]

/** Notes its arguments and fails if another workspace uses the same name, port or folder. */
const program = `#!/bin/sh
set -e
name=$(basename "$0")
case "$name $*" in
  "createdb "*) mkdir "$SHARED/database-$1" ;;
  "dropdb "*) rmdir "$SHARED/database-$2" 2>/dev/null || true ;;
  "docker run"*) mkdir "$SHARED/container-$5" && mkdir "$SHARED/port-$7" ;;
  "docker stop"*) true ;;
  "npm test")
    for used in "$PORT" "$ADMIN_PORT" "$CACHE_DIR" "$DATABASE_URL" "$PGPORT"; do
      test -z "$used" || mkdir "$SHARED/$(echo "$used" | tr -c 'a-zA-Z0-9\\n' _)"
    done ;;
  *) exit 9 ;;
esac
`

it('the page has one example for each of ports, databases, containers and caches', () => {
  expect(scripts.map(([, name]) => name)).toEqual([
    'test-port.sh',
    'test-database.sh',
    'test-container.sh',
    'test-cache.sh',
  ])
})

it.each(scripts.map(([, name, script]) => [name!, script!]))(
  '%s keeps two workspaces apart',
  async (name, script) => {
    const folder = mkdtempSync(join(tmpdir(), 'amelia-parallel-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const each of ['createdb', 'dropdb', 'docker', 'npm']) {
      writeFileSync(join(folder, each), program)
      chmodSync(join(folder, each), 0o755)
    }
    writeFileSync(join(folder, name), script)
    const run = (env: Record<string, string>) =>
      promisify(execFile)('sh', [join(folder, name)], {
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder, SHARED: folder, ...env },
      })
    const workspaces = ['1', '2', '3-1a2b3c4d'].map((slot, index) => ({
      AMELIA_RUN: '2026-05-04-k3x9qa',
      AMELIA_SLOT: slot,
      AMELIA_PORT: String(20_000 + 20 * index),
    }))
    await Promise.all(workspaces.map(run))
    await run({})
    // The programs notice a workspace that uses another one's names.
    await expect(run(workspaces[0]!)).rejects.toThrow()
  },
)
