import { parseManifest } from './parse-manifest.ts'

/** Parts of a `package.json` that decide how tests run. `imports` and `type` decide what a test loads. */
const manifestParts = [
  'ava',
  'c8',
  'imports',
  'jasmine',
  'jest',
  'mocha',
  'nyc',
  'tap',
  'type',
  'vitest',
  'wireit',
]

/** Sections of `pyproject.toml` and `setup.cfg` that decide how tests run. */
const section =
  /^tool[.:](?:pytest|tox|hatch\.envs|nox|coverage|poe|taskipy|pdm\.scripts|pytest-enabler)\b|^(?:aliases|testenv)/

/**
 * Returns the part of a configuration file that decides how tests run, as a text to compare. Files that also
 * contain other settings are reduced to these; any other file counts as it is.
 */
export const runnerSettings = (path: string, text: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name === 'package.json') return manifestSettings(text)
  return name === 'pyproject.toml' || name === 'setup.cfg' ? sections(text) : text
}

const manifestSettings = (text: string): string => {
  const manifest = parseManifest(text)
  if (manifest === undefined) return text
  const parts = manifestParts.filter((name) => manifest.has(name))
  return parts.map((name) => `${name}: ${JSON.stringify(manifest.get(name), undefined, 2)}\n`).join('')
}

const sections = (text: string): string => {
  let counts = false
  return text
    .split('\n')
    .filter((line) => {
      const header = /^\s*\[+\s*([^\]]{1,200}?)\s*\]/.exec(line)?.[1]
      if (header !== undefined) counts = section.test(header.replaceAll('"', ''))
      return counts && line.trim() !== ''
    })
    .join('\n')
}
