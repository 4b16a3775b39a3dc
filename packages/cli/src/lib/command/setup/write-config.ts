import type { DetectedCommands } from '../../check/detect-commands.ts'

/** A new config file. */
export interface NewConfig {
  name: string
  text: string
}

/** Writes a commented config file for a project with these root files: TypeScript if it uses TypeScript. */
export const writeConfig = (
  names: readonly string[],
  commands: DetectedCommands,
  isModule: boolean,
): NewConfig => {
  const typed = names.includes('tsconfig.json')
  const check = (name: keyof DetectedCommands, example: string): string =>
    commands[name] === undefined
      ? `  // ${name}: ${JSON.stringify(example)},`
      : `  ${name}: ${JSON.stringify(commands[name])},`
  const { setup } = commands
  const settings = [
    '  // Commands that must pass on every commit.',
    check('test', 'npm test'),
    check('lint', 'npm run lint'),
    check('typecheck', 'npx tsc --noEmit'),
    check('build', 'npm run build'),
    '',
    '  // Commands that prepare each workspace, and files to copy into it from your checkout.',
    setup === undefined ? '  // setup: ["npm ci"],' : `  setup: [${JSON.stringify(setup)}],`,
    '  // copy: [".env"],',
    '',
    '  // Who does the work: "claude", "codex", "api", "command", or several in order of failover.',
    '  // Without an agent, a run executes the steps written in the plan.',
    '  // driver: "claude",',
    '',
    '  // How often a run asks you: "paranoid", "standard" or "autonomous".',
    '  // trust: "standard",',
    '',
    '  // Phases that may run at once, and spending after which a run asks.',
    '  // concurrency: 4,',
    '  // budgetUsd: 20,',
    '',
    '  // Settings for one situation: amelia run PLAN --profile ci',
    '  profiles: {',
    '    ci: { trust: "autonomous" },',
    '  },',
  ]
  const begin = typed
    ? [
        "import { defineConfig } from '@amelia/cli'",
        '',
        '// amelia run --print-config shows the result.',
        'export default defineConfig({',
      ]
    : [
        "/** @type {import('@amelia/cli').AmeliaConfig} */",
        '// amelia run --print-config shows the result.',
        'export default {',
      ]
  const text = [...begin, ...settings, typed ? '})' : '}', ''].join('\n')
  return { name: `amelia.config.${typed ? 'ts' : isModule ? 'js' : 'mjs'}`, text }
}
