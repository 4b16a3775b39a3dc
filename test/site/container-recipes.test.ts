import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { peerDependencies } = JSON.parse(readFileSync(resolve(root, 'packages/cli/package.json'), 'utf8')) as {
  peerDependencies: Record<string, string>
}

/** A package of a vendor in the version that its driver is tested with, the least of its range. */
const sdk = (name: string): string => `${name}@${/^>=(\S+)/.exec(peerDependencies[name] ?? '')?.[1]}`

const page = readFileSync(resolve(import.meta.dirname, '../../docs/use/security.md'), 'utf8')
const block = (language: string, agent?: string): string => {
  const info = agent === undefined ? language : `${language} with=${agent}`
  return new RegExp(`^\`\`\`${info}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''
}
const flagsOf = (script: string): string[] => {
  const [, flags = ''] = /^podman run (.*?) --volume /m.exec(script) ?? []
  return flags.split(/ (?=--)/)
}

/** The script of the first recipe that starts the container. */
const [, withoutAgent = ''] = /^(podman run --rm .*)$/m.exec(page) ?? []

describe.each([
  ['claude', sdk('@anthropic-ai/claude-agent-sdk'), 'ANTHROPIC_API_KEY'],
  ['codex', sdk('@openai/codex-sdk'), 'OPENAI_API_KEY'],
])('the container recipe with %s', (agent, program, variable) => {
  it('installs the version that the driver supports, on top of the image without an agent', () => {
    expect(block('dockerfile')).toContain('RUN npm install --global @amelia/cli\n')
    expect(block('dockerfile', agent)).toContain(
      `FROM amelia\nUSER root\nRUN npm install --global ${program}\nUSER node\n`,
    )
  })

  it('confines as the recipe without an agent, but for its network, its home and its key', () => {
    const [own, first] = [flagsOf(block('sh', agent)), flagsOf(withoutAgent)]
    expect(first.filter((flag) => !own.includes(flag))).toEqual(['--network none'])
    expect(own.filter((flag) => !first.includes(flag))).toEqual(['--tmpfs /home/node', `--env ${variable}`])
  })

  it('builds and starts one image, with its agent', () => {
    const script = block('sh', agent)
    expect(script).toContain(`podman build --tag amelia-${agent} .`)
    expect(script).toMatch(new RegExp(` amelia-${agent} run plan\\.md --driver ${agent} `))
  })
})
