import { presetNames, presets } from '@amelia/core'

/** Uses of each preset, for people who choose one. */
const uses: Readonly<Record<(typeof presetNames)[number], string>> = {
  phased: 'Plans of phases for an agent, and subtask lists with types. The default for most formats.',
  subtasks: 'Subtask lists without types, and phases with large subtasks. Each gets a short session.',
  taskLoop:
    'Task headings: tasks that build on each other. One session per task continues until its review passes.',
  intelligent:
    'Plans of structured steps with risks. The engine executes them; an agent may repair a failed one, and reviews the final result.',
  autobuild: 'Wide plans in parallel groups, where one failure should not stop the others.',
}

/** Describes the settings of every preset, as the page `docs/concepts/presets.md`. */
export const renderPresets = (): string => {
  const values = presetNames.map((name) => flatten(presets[name]))
  const names = [...new Set(values.flatMap((settings) => [...settings.keys()]))]
  const row = (name: string): string => {
    const shown = values.map((settings) => settings.get(name) ?? '')
    return `| \`${name}\` | ${shown.map((value) => (value === '' ? '' : `\`${value}\``)).join(' | ')} |`
  }
  const isEqual = (name: string): boolean => new Set(values.map((settings) => settings.get(name))).size === 1
  const header = (title: string): string =>
    `| ${title} | ${presetNames.join(' | ')} |\n|---${'|---'.repeat(presetNames.length)}|\n`
  return `# Presets

A preset is a set of options for one way of working.
An option that you give takes precedence over the preset, and every preset is a value that you can copy: \`{ ...presets.phased, concurrency: 2 }\`.

| preset | use it for |
|---|---|
${presetNames.map((name) => `| \`${name}\` | ${uses[name]} |`).join('\n')}

Without a preset, the format of the plan chooses one: see [Architecture](../project/architecture.md#presets).
[The examples](../../examples/presets/README.md) contain a plan for each.

## Settings that differ

${header('setting')}${names
  .filter((name) => !isEqual(name))
  .map(row)
  .join('\n')}

## Settings that all presets share

| setting | value |
|---|---|
${names
  .filter(isEqual)
  .map((name) => `| \`${name}\` | \`${values[0]?.get(name) ?? ''}\` |`)
  .join('\n')}

[Options](../reference/options.md#createrun) explains each setting.
Times are in milliseconds.
`
}

/** Lists the values of an object by their paths, such as `retry.maxAttempts`. */
const flatten = (value: object, path = ''): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([key, each]: [string, unknown]): [string, string][] => {
      const name = path === '' ? key : `${path}.${key}`
      if (typeof each !== 'object' || each === null) return [[name, String(each)]]
      const parts = [...flatten(each, name)]
      return parts.length === 0 ? [[name, 'none']] : parts
    }),
  )
