import { describe, expect, it } from 'vitest'
import { detectStack } from './detect-stack.ts'

const detect = (texts: Record<string, string>, files: string[] = []) =>
  detectStack([...files, ...Object.keys(texts)], new Map(Object.entries(texts)))
const manifest = (value: unknown) => ({ 'package.json': JSON.stringify(value) })

describe('detectStack', () => {
  // seed: phase-execution-reference 41
  it('reads a package.json', () => {
    expect(
      detect(manifest({ dependencies: { express: '5' }, devDependencies: { typescript: '5', jest: '30' } })),
    ).toEqual({ language: 'TypeScript', framework: 'Express', tests: 'Jest' })
    expect(detect(manifest({ dependencies: { react: '19', next: '16' } }), ['tsconfig.json'])).toEqual({
      language: 'TypeScript',
      framework: 'Next.js',
    })
    expect(detect(manifest({ scripts: { test: 'node --test test/' } }))).toEqual({
      language: 'JavaScript',
      tests: 'node:test',
    })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"dependencies":[1],"scripts":"x"}',
    '{"__proto__":{"scripts":{"test":"node --test"}}}',
  ])('takes any package.json: %s', (text) => {
    expect(detect({ 'package.json': text })).toEqual({ language: 'JavaScript' })
  })

  it('reads Python, Go and Rust manifests', () => {
    expect(
      detect({ 'pyproject.toml': 'dependencies = ["FastAPI>=0.1"]\n[tool.pytest.ini_options]' }),
    ).toEqual({
      language: 'Python',
      framework: 'FastAPI',
      tests: 'pytest',
    })
    expect(detect({ 'requirements.txt': 'flask-cors\ndjango==5' })).toEqual({
      language: 'Python',
      framework: 'Django',
      tests: 'unittest',
    })
    expect(detect({ 'go.mod': 'module x\nrequire github.com/gin-gonic/gin v1' })).toEqual({
      language: 'Go',
      framework: 'Gin',
      tests: 'go test',
    })
    expect(detect({ 'Cargo.toml': '[dependencies]\naxum = "0.8"' })).toEqual({
      language: 'Rust',
      framework: 'Axum',
      tests: 'cargo test',
    })
  })

  it('says nothing where nothing is known', () => {
    expect(detect({}, ['README.md'])).toEqual({})
  })
})
