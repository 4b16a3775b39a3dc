import { readJson } from './project.mjs'

/** Files and folders that a package publishes beside its build and its sources. */
const otherFiles = {
  amelia: ['bin'],
  cli: ['bin', 'schemas'],
  'commands-bash': ['THIRD-PARTY-LICENSES.txt'],
  'create-amelia': ['bin', 'extra', 'template'],
  dashboard: ['!dist/*.css.map'],
  'parser-execution-plan': ['execution-plan.schema.json'],
}

/** Packages with files that have an effect when they are imported. Those of the others have none. */
const filesWithEffects = { dashboard: ['*.css'] }

/** The order of the fields, as npm and the packages of this repository write them. */
const order = [
  ...[
    'name',
    'version',
    'description',
    'keywords',
    'license',
    'type',
    'sideEffects',
    'engines',
    'files',
    'bin',
  ],
  ...['exports', 'publishConfig', 'scripts', 'dependencies', 'peerDependencies', 'peerDependenciesMeta'],
  'devDependencies',
]

/** Returns the conditions of a door: its source first, for the tools of this repository. */
const targetsOf = (door) => {
  if (door.endsWith('.css'))
    return { 'amelia-source': `./src/${door.slice(2)}`, default: `./dist/${door.slice(2)}` }
  const name = door === '.' ? 'index' : door.slice(2)
  return {
    'amelia-source': `./src/${name}.ts`,
    types: `./dist/${name}.d.ts`,
    default: `./dist/${name}.js`,
  }
}

/**
 * Completes the manifest of a package with the fields that all packages share: the licence and the version of
 * Node of the root's manifest, the published files, the conditions of the doors, and the scripts. The package
 * decides its name, its doors and its dependencies.
 */
export const completePackage = (folder, manifest, root = readJson('package.json')) => {
  const { license, engines, type } = root
  const complete = {
    ...manifest,
    ...{ license, type, engines },
    sideEffects: filesWithEffects[folder] ?? false,
    files: ['CHANGELOG.md', 'dist', ...(otherFiles[folder] ?? []), 'src', '!src/**/*.test.ts'],
    exports: Object.fromEntries(Object.keys(manifest.exports).map((door) => [door, targetsOf(door)])),
    publishConfig: { access: 'public', provenance: true },
    scripts: { prepublishOnly: 'node ../../scripts/refuse-publish.mjs' },
  }
  const unknown = Object.keys(complete).filter((field) => !order.includes(field))
  if (unknown.length > 0)
    throw new Error(
      `packages/${folder}/package.json has the unknown field "${unknown[0]}". Add it to the order.`,
    )
  return Object.fromEntries(order.flatMap((field) => (field in complete ? [[field, complete[field]]] : [])))
}

/** Returns the text of a manifest. */
export const printManifest = (manifest) => `${JSON.stringify(manifest, null, 2)}\n`
