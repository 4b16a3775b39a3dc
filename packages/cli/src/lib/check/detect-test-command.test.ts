import { expect, it } from 'vitest'
import { detectTestCommand } from './detect-test-command.ts'

const detect = (texts: Record<string, string>, ...files: string[]) =>
  detectTestCommand([...files, ...Object.keys(texts)], new Map(Object.entries(texts)))?.join(' ')
const manifest = (test: unknown) => ({ 'package.json': JSON.stringify({ scripts: { test } }) })

it.each<[string | undefined, Record<string, string>, string[]]>([
  ['npm test', manifest('node --test'), []],
  ['npm test', manifest('vitest run'), ['package-lock.json']],
  ['pnpm test', manifest('vitest run'), ['pnpm-lock.yaml']],
  ['yarn test', manifest('jest'), ['yarn.lock']],
  ['bun run test', manifest('vitest run'), ['bun.lock']],
  [undefined, manifest('echo "Error: no test specified" && exit 1'), []],
  [undefined, manifest(''), []],
  [undefined, manifest({}), []],
  [undefined, { 'package.json': '{' }, []],
  [undefined, { 'package.json': '[]' }, []],
  ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]' }, []],
  ['uv run pytest', { 'pyproject.toml': 'pytest' }, ['uv.lock']],
  ['poetry run pytest', { 'requirements.txt': 'pytest==8' }, ['poetry.lock']],
  [undefined, { 'pyproject.toml': '[project]' }, []],
  ['go test ./...', { 'go.mod': 'module x' }, []],
  ['cargo test', { 'Cargo.toml': '[package]' }, []],
  ['go test ./...', { 'go.mod': 'module x', ...manifest('no test specified') }, []],
  [undefined, {}, ['README.md']],
])('%s for %j with %j', (expected, texts, files) => {
  expect(detect(texts, ...files)).toBe(expected)
})
